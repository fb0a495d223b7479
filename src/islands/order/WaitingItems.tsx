import type { Order } from "../../../contract/order.ts";
import type { OrderItem } from "../../../contract/order-item.ts";
import { ItemAnswers } from "./ItemAnswers.tsx";
import { formatComing } from "../../../persian/dates.ts";
import { useNow } from "../../parts/use-now.ts";
import { startOf } from "../../stores/order.ts";

/** Delivery by hand takes at most this long. */
const HAND_MS = 24 * 3_600_000;
/**
 * The progress bar begins with the payment, and is full only after the delivery, even when that is
 * late.
 */
const BEGUN_MS = HAND_MS * 0.04;
const UNDELIVERED_MS = HAND_MS * 0.9;

/** Items that an operator delivers by hand, each with its deadline and a progress bar. */
export function WaitingItems({ order, items }: { order: Order; items: readonly OrderItem[] }) {
  const now = useNow();
  return (
    <section className="card waiting-items" aria-label="در راه">
      {items.map((item) => (
        <WaitingItem key={item.id} {...{ order, item, now }} />
      ))}
    </section>
  );
}

interface WaitingItemProps {
  order: Order;
  item: OrderItem;
  now: number;
}

function WaitingItem({ order, item, now }: WaitingItemProps) {
  const start = startOf(item, order);
  const due = start + HAND_MS;
  return (
    <div className="waiting-item">
      <img src={item.Product.imageUrl} alt="" width={340} height={214} />
      <div>
        <h2 translate="no">{item.Product.name}</h2>
        <p>
          {due > now ? (
            <>
              <span>{"کد "}</span>
              <b>{`تا ${formatComing(due, now)}`}</b>
              <span>{" می‌رسد؛ پیامک می‌دهیم."}</span>
            </>
          ) : (
            "ببخشید، دیر شد. داریم پیگیری می‌کنیم و با پیامک خبر می‌دهیم."
          )}
        </p>
        {due <= now && <WaysOutOfLate canCancel={order.canCancel} />}
        <ItemAnswers answers={item.answers} />
      </div>
      <progress
        className="progress"
        max={HAND_MS}
        value={Math.min(UNDELIVERED_MS, Math.max(BEGUN_MS, now - start))}
        aria-label={`زمان تحویل ${item.Product.name}`}
      />
      <ol className="waiting-steps">
        <li className="waiting-done">پرداخت شد</li>
        <li className={item.deliveryStatus === "processing" ? "waiting-done" : ""}>
          در دست آماده‌سازی
        </li>
        <li>تحویل</li>
      </ol>
    </div>
  );
}

/** Links for a buyer who does not want to wait any longer. */
function WaysOutOfLate({ canCancel }: Pick<Order, "canCancel">) {
  return (
    <p>
      <a className="link" href="/tickets">
        پرسیدن با تیکت
      </a>
      {canCancel && (
        <>
          <span>{" یا "}</span>
          <a className="link" href="#cancel-order">
            لغو و بازگشت وجه
          </a>
        </>
      )}
    </p>
  );
}
