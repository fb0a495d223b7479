import { useState } from "react";
import { formatComing } from "../../../../persian/dates.ts";
import { formatToman } from "../../../../persian/toman.ts";
import { useNow } from "../../../parts/use-now.ts";
import { useSending } from "../../../parts/use-sending.ts";
import { askGateway } from "../../../stores/desk/order.ts";
import type { WaysOutProps } from "./act.ts";

/**
 * The possible decisions about an order that is held for a look, and about one that is not paid.
 */

export function Look({ order, may, onAct }: Pick<WaysOutProps, "order" | "may" | "onAct">) {
  const now = useNow();
  const mayDecide = may.look;
  return (
    <section className="desk-card ways ways-hurry" aria-labelledby="ways">
      <header>
        <h2 id="ways">این سفارش برای دیدن نگه داشته شده است</h2>
        <span className="text-muted">{`تا ${formatComing(order.lookUntil ?? "", now)}`}</span>
      </header>
      <div className="ways-cards">
        <article className="way">
          <h3>آزاد کردن</h3>
          <ul>
            <li>کدها همین حالا تحویل می‌شود</li>
            <li>{`${formatToman(order.total)} به فروش می‌رود`}</li>
          </ul>
          <button
            type="button"
            className="button"
            disabled={!mayDecide}
            onClick={() => {
              onAct({ kind: "look", status: "released", total: order.total });
            }}
          >
            آزاد کن…
          </button>
        </article>
        <article className="way">
          <h3>برگرداندن</h3>
          <ul>
            <li>{`همهٔ ${formatToman(order.total)} از همان راه که آمد`}</li>
            <li>کدها به قفسه برمی‌گردد</li>
          </ul>
          <button
            type="button"
            className="button-quiet"
            disabled={!mayDecide}
            onClick={() => {
              onAct({ kind: "look", status: "refunded", total: order.total });
            }}
          >
            برگردان…
          </button>
        </article>
      </div>
    </section>
  );
}

export function Unpaid({ order, may }: Pick<WaysOutProps, "order" | "may">) {
  const now = useNow();
  const [heard, setHeard] = useState("");
  const { send, isSending, problem } = useSending();
  const { payment } = order;
  if (!payment) return null;
  const ask = async () => {
    const outcome = await askGateway(order.id, payment.id);
    setHeard(outcome.ok ? outcome.value.message : "");
    return outcome;
  };
  return (
    <section className="desk-card ways" aria-labelledby="ways">
      <header>
        <h2 id="ways">
          {order.heldUntil === null
            ? "پرداخت انجام نشده است"
            : `تا ${formatComing(order.heldUntil, now)} نگه داشته شده`}
        </h2>
      </header>
      <div className="ways-cards">
        <article className="way">
          <h3>پرسیدن از درگاه</h3>
          <ul>
            <li>همان پرسشی که خودکار هم پرسیده می‌شود</li>
            <li>اگر پول رسیده باشد، همین حالا تحویل می‌شود یا به کیف پول می‌رود</li>
          </ul>
          <button
            type="button"
            className="button"
            disabled={isSending || !may.check}
            aria-busy={isSending}
            onClick={() => void send(ask)}
          >
            اکنون بپرس
          </button>
          <p role="status" className={problem === "" ? "text-muted" : "text-anar"}>
            {problem || heard}
          </p>
        </article>
      </div>
    </section>
  );
}
