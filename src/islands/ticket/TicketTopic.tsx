import { useStore } from "@nanostores/react";
import { CreditCard, KeyRound, UserRound } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { OrderSummary } from "../../../contract/order.ts";
import { formatShortDay } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { ShortNumber } from "../../parts/ShortNumber.tsx";
import { $orders, loadOrders } from "../../stores/order.ts";
import { OrderArt, OrderLinesText } from "../order/OrderLinesText.tsx";
import { useTyped } from "../../parts/use-typed.ts";
import { useNow } from "../../parts/use-now.ts";

/** The subject of a ticket that is about no item. */
export interface Topic {
  /** The proposed title; empty where only the shopper knows it. */
  title: string;
  /**
   * The order's page, where a problem with a code can be reported faster within the problem window.
   */
  orderAddress: string | null;
}

const KINDS = [
  { name: "code", Icon: KeyRound, label: "یک کد", hint: "پذیرفته نشد، نرسید یا دیده نمی‌شود" },
  { name: "payment", Icon: CreditCard, label: "یک پرداخت", hint: "پول کم شد، نرسید یا برنگشت" },
  { name: "account", Icon: UserRound, label: "حساب من", hint: "ورود، هویت، کیف پول یا چیز دیگر" },
] as const;

const ORDERS_SHOWN = 4;

/** Asks what a ticket is about: the kind, then for codes and payments the order. */
export function TicketTopic({ onChosen }: { onChosen: (topic: Topic) => void }) {
  const [kind, setKind] = useTyped<"code" | "payment" | null>("ticket kind", null);
  if (kind) return <OrderChoice kind={kind} onChosen={onChosen} />;
  return (
    <Choice legend="تیکت دربارهٔ چیست؟">
      {KINDS.map(({ name, Icon, label, hint }) => (
        <button
          key={name}
          type="button"
          className="topic"
          onClick={() => {
            if (name === "account") onChosen({ title: "", orderAddress: null });
            else setKind(name);
          }}
        >
          <span className="matter-icon">
            <Icon size={20} aria-hidden="true" />
          </span>
          <span>
            <b>{label}</b>
            <span className="hint block">{hint}</span>
          </span>
        </button>
      ))}
    </Choice>
  );
}

function OrderChoice({
  kind,
  onChosen,
}: {
  kind: "code" | "payment";
  onChosen: (topic: Topic) => void;
}) {
  const orders = useStore($orders);
  const now = useNow();
  useEffect(() => {
    void loadOrders(ORDERS_SHOWN);
  }, []);
  if (orders.state === "loading") {
    return (
      <Skeleton>
        <Bone className="h-64" />
      </Skeleton>
    );
  }
  // When the orders fail to load, the shopper can still write.
  const latest = orders.state === "ready" ? orders.value.orders.slice(0, ORDERS_SHOWN) : [];
  return (
    <Choice legend={kind === "code" ? "کد کدام سفارش؟" : "پرداخت کدام سفارش؟"}>
      {latest.map((order) => (
        <button
          key={order.id}
          type="button"
          className="topic"
          onClick={() => onChosen(topicOf(kind, order))}
        >
          <span className="topic-art">
            <OrderArt order={order} />
          </span>
          <span>
            <b>
              <OrderLinesText order={order} />
            </b>
            <span className="hint block">
              <ShortNumber thing={order} />
              <span aria-hidden="true"> · </span>
              <span>{formatShortDay(order.createdAt, now)}</span>
            </span>
          </span>
        </button>
      ))}
      <button
        type="button"
        className="button-quiet"
        onClick={() => {
          onChosen({ title: kind === "code" ? "" : "پرداختی که سفارش نشد", orderAddress: null });
        }}
      >
        {kind === "payment"
          ? "پرداختی که سفارش نشد"
          : latest.length > 0
            ? "سفارش دیگری"
            : "نوشتن تیکت"}
      </button>
    </Choice>
  );
}

function topicOf(kind: "code" | "payment", order: OrderSummary): Topic {
  const { id, number, firstItem } = order;
  const title = `${kind === "code" ? "کد" : "پرداخت"} سفارش ${toPersianDigits(number)}`;
  return {
    title: firstItem ? `${title}، ${firstItem.name}` : title,
    orderAddress: kind === "code" ? `/orders/${encodeURIComponent(id)}` : null,
  };
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * A question whose answers are buttons. It takes the focus when it appears, because the button that
 * had it is gone.
 */
function Choice({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset key={legend} className="flex flex-col gap-2">
      <legend className="label" tabIndex={-1} ref={focus}>
        {legend}
      </legend>
      {children}
    </fieldset>
  );
}
