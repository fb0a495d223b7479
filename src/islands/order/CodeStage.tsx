import { useState } from "react";
import type { Order } from "../../../contract/order.ts";
import type { OrderCode, OrderItem } from "../../../contract/order-item.ts";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { isInHand, openAllCodes } from "../../stores/code.ts";
import { isFirstVisit } from "../../stores/seen-orders.ts";
import { lazily } from "../../parts/lazily.tsx";
import type { TicketLimits } from "../ticket/ticket-limits.ts";
import { CodeTicket } from "./CodeTicket.tsx";
import { CopyCode } from "./CopyCode.tsx";

const NamesForm = lazily(async () => (await import("./NamesForm.tsx")).NamesForm);

interface CodeStageProps {
  order: Order;
  /** The delivered items. */
  items: readonly OrderItem[];
  nameMax: number;
  limits: TicketLimits;
}

/** The top of an order's page: its codes, each covered until it is opened. */
export function CodeStage({ order, items, nameMax, limits }: CodeStageProps) {
  const [isUnfolding] = useState(() => isFirstVisit(order.id));
  const codes = items.flatMap((item) => item.codes);
  return (
    <section
      className={`code-stage ${isUnfolding ? "code-stage-unfolding" : ""}`}
      aria-labelledby="codes-title"
    >
      <header className="code-ready">
        <Star />
        <div>
          <h2 id="codes-title">
            {order.shouldShow ? titleOf(codes) : "برای دیدن کد نام خود را بنویسید"}
          </h2>
          <p>
            <span translate="no">{items.map(nameOf).join("، ")}</span>
            <span>{`؛ ${formatToman(order.totalAmount)} پرداخت شد`}</span>
          </p>
        </div>
      </header>
      {!order.shouldShow && <NamesForm order={order} nameMax={nameMax} />}
      {items.map((item) => (
        <StageItem
          key={item.id}
          order={order}
          item={item}
          isNamed={items.length > 1 && item.quantity > 1}
          limits={limits}
        />
      ))}
    </section>
  );
}

function StageItem({
  order,
  item,
  isNamed,
  limits,
}: {
  order: Order;
  item: OrderItem;
  /** True when the item is named, because codes of another item are shown too. */
  isNamed: boolean;
  limits: TicketLimits;
}) {
  const shown = item.codes.filter(({ state }) => state !== "replaced");
  const inHand = shown.filter(isInHand);
  const isReplacement = (position: number) =>
    item.codes.some((code) => code.position === position && code.state === "replaced");
  return (
    <section className="code-item" aria-label={item.Product.name}>
      {isNamed && (
        <h3 className="text-center font-semibold" translate="no">
          {item.Product.name}
        </h3>
      )}
      <img className="code-art" src={item.Product.imageUrl} alt="" width={340} height={214} />
      {order.shouldShow && (
        <>
          <ol className="code-list">
            {shown.map((code) => (
              <CodeTicket
                key={code.id}
                order={order}
                item={item}
                code={code}
                isFirst={code === inHand[0]}
                isReplacement={isReplacement(code.position)}
                limits={limits}
              />
            ))}
          </ol>
          {inHand.length > 1 && (
            <CopyCode
              label="همه را کپی کن"
              className="code-open code-copy-all"
              isForList
              getText={async () => (await openAllCodes(order, item))?.join("\n") ?? null}
            />
          )}
        </>
      )}
    </section>
  );
}

function Star() {
  return (
    <svg className="code-star" viewBox="-12 -12 24 24" width="46" height="46" aria-hidden="true">
      <path d="M11.5 0L8.1 3.4V8.1H3.4L0 11.5-3.4 8.1H-8.1V3.4L-11.5 0-8.1-3.4V-8.1H-3.4L0-11.5 3.4-8.1H8.1V-3.4Z" />
      <path className="code-star-check" d="M-4.500 .3l3 3 6-6.600" />
    </svg>
  );
}

/** Returns the heading, which says that the codes are ready, were given away, or were refunded. */
function titleOf(codes: readonly OrderCode[]): string {
  const count = codes.filter(isInHand).length;
  if (count > 0) return count > 1 ? "کدهای شما آماده است" : "کد شما آماده است";
  const given = codes.filter(({ state }) => state === "given").length;
  if (given > 0) return given > 1 ? "کدها را هدیه داده‌اید" : "این کد را هدیه داده‌اید";
  return "کدهای این سفارش بازپرداخت شده‌اند";
}

function nameOf({ quantity, Product }: OrderItem): string {
  return quantity === 1 ? Product.name : `${formatNumber(quantity)} × ${Product.name}`;
}
