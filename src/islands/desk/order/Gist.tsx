import { toPersianDigits } from "../../../../persian/digits.ts";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { useNow } from "../../../parts/use-now.ts";
import type { Order } from "../../../stores/desk/order.ts";
import { ActButtons, type Offered } from "../KeyedActs.tsx";
import { useKeys } from "../keys.ts";
import { Star } from "../Star.tsx";
import type { WaysOutProps } from "./act.ts";
import { DELIVERIES, ORDER_STATES } from "./words.ts";

interface GistProps extends Pick<WaysOutProps, "order" | "chosen" | "role" | "ticket" | "onAct"> {
  onMove: (by: number) => void;
}

/** An order in one line, and the acts that do not depend on the chosen item. */
export function Gist({ order, chosen, role, ticket, onMove, onAct }: GistProps) {
  const now = useNow();
  const picture = chosen?.item ?? order.items[0];
  const waiting = chosen?.item.waitingSince ? chosen.item : order.items.find((i) => i.waitingSince);
  const state = ORDER_STATES[order.state];
  const delivery = DELIVERIES[order.deliveryStatus];
  const mayDecide = role !== "viewer";
  const move = (code: string, label: string, by: number) =>
    order.items.length > 1 && {
      code,
      label,
      act: () => {
        onMove(by);
      },
    };
  const acts: Offered = [
    move("BracketLeft", "قلم پیش", -1),
    move("BracketRight", "قلم بعد", 1),
    mayDecide && {
      code: "KeyA",
      label: "یادداشت",
      look: "button-quiet",
      act: () => {
        onAct({ kind: "note" });
      },
    },
    mayDecide &&
      ticket && {
        code: "KeyM",
        label: "پیام به خریدار",
        look: "button-quiet",
        act: () => {
          onAct({ kind: "answer", ticket });
        },
      },
    mayDecide &&
      waiting && {
        code: "KeyD",
        label: "تحویل دستی",
        act: () => {
          onAct({ kind: "deliver", item: waiting });
        },
      },
  ];
  useKeys("سفارش", acts);
  return (
    <div className="order-gist">
      {picture && (
        <img
          className="order-art"
          src={`/art/${picture.subcategoryUrlName}/${picture.productId}.svg`}
          alt=""
          width={72}
          height={45}
        />
      )}
      {order.promise && (
        <Star
          promisedAt={Date.parse(order.promise.startsAt)}
          dueAt={Date.parse(order.promise.dueAt)}
          now={now}
        />
      )}
      <StatusBadge tone={state.tone}>{state.words}</StatusBadge>
      {order.state === "paid" && (
        <StatusBadge tone={delivery.tone}>{deliveryWords(order)}</StatusBadge>
      )}
      <p>{order.gist}</p>
      {mayDecide && (
        <div className="order-acts">
          <ActButtons acts={acts} />
        </div>
      )}
    </div>
  );
}

function deliveryWords({ items, deliveryStatus }: Order): string {
  const arrived = items.filter((item) => item.deliveryStatus === "delivered").length;
  return arrived === items.length || arrived === 0
    ? DELIVERIES[deliveryStatus].words
    : `تحویل: ${toPersianDigits(arrived)} از ${toPersianDigits(items.length)} قلم`;
}
