import { formatToman } from "../../../persian/toman.ts";
import { formatComing } from "../../../persian/dates.ts";
import { numberInWords } from "../../../persian/words.ts";
import { whyHeld } from "../../buying/look/why.ts";
import type { StoryRefundRow, StoryTicketRow } from "./event-statements.ts";
import type {
  StoryCodeRow,
  StoryItemRow,
  StoryOrderRow,
  StoryPaymentRow,
} from "./story-statements.ts";

/** The facts for the gist of an order. */
export interface GistFacts {
  order: StoryOrderRow;
  items: readonly StoryItemRow[];
  codes: readonly StoryCodeRow[];
  payment: StoryPaymentRow | null;
  refunds: readonly StoryRefundRow[];
  tickets: readonly StoryTicketRow[];
}

/** Describes the state of an order at the time `now` in one sentence. */
export function gistOf(facts: GistFacts, now: number): string {
  const { order, payment } = facts;
  switch (order.state) {
    case "awaiting":
      return `هنوز پرداخت نشده است؛ آنچه خواسته تا ${formatComing(order.hold_expires_at ?? now, now)} برای او نگه داشته می‌شود.`;
    case "cancelled":
      return `این سفارش انجام نشد: ${whyCancelled(payment)}`;
    case "refunded":
      return `همهٔ این سفارش لغو شد${underWay(facts.refunds)}.`;
    case "paid":
      if (order.look_due_at !== null)
        return `پرداخت شده و بسته است: تا ${formatComing(order.look_due_at, now)} باید کسی آن را ببیند، وگرنه پول برمی‌گردد.${because(order)}`;
      return `${joined([...delivered(facts.items), ...troubles(facts, now)])}${underWay(facts.refunds)}.`;
  }
}

function because(order: StoryOrderRow): string {
  const why = whyHeld(order);
  return why === "" ? "" : ` ${why}.`;
}

function whyCancelled(payment: StoryPaymentRow | null): string {
  switch (payment?.state) {
    case "credited":
      return "پول دیر رسید و به کیف پول خریدار رفت.";
    case "review":
      return "پول رسید ولی جایش معلوم نیست؛ پرداخت در بررسی است.";
    case "expired":
      return "مهلت پرداخت گذشت و چیزی نگه داشته نیست.";
    default:
      return "پرداخت نشد و چیزی نگه داشته نیست.";
  }
}

const counted = (count: number) => (count === 1 ? "یک" : numberInWords(count));

function delivered(items: readonly StoryItemRow[]): string[] {
  const count = (isCounted: (item: StoryItemRow) => boolean) => items.filter(isCounted).length;
  const arrived = count((item) => item.delivery_status === "delivered");
  const cancelled = count((item) => item.delivery_status === "cancelled");
  const waiting = count((item) => item.waiting_since !== null);
  if (arrived === items.length) return [items.length === 1 ? "تحویل شده است" : "همه تحویل شده است"];
  return [
    ...(arrived > 0 ? [`${counted(arrived)} قلم تحویل شده است`] : []),
    ...(waiting > 0 ? [`${counted(waiting)} قلم منتظر تحویل دستی است`] : []),
    ...(cancelled > 0 ? [`${counted(cancelled)} قلم لغو شده است`] : []),
  ];
}

function troubles({ order, codes, tickets }: GistFacts, now: number): string[] {
  const reported = codes.filter(
    ({ ticket_id: id, is_in_hand: isInHand }) => id !== null && isInHand === 1,
  ).length;
  const open = tickets.filter(({ status }) => status !== "Closed").length;
  return [
    ...(order.profile_due_at === null
      ? []
      : [`نام خریدار کامل نیست و ${formatComing(order.profile_due_at, now)} لغو می‌شود`]),
    ...(reported > 0 ? [`دربارهٔ ${counted(reported)} کد تیکت باز است`] : []),
    ...(reported === 0 && open > 0 ? [`${counted(open)} تیکت باز دارد`] : []),
  ];
}

function underWay(refunds: readonly StoryRefundRow[]): string {
  const sum = refunds
    .filter(({ state }) => state !== "done" && state !== "fallen_back")
    .reduce((total, { gateway_toman: toman }) => total + toman, 0);
  return sum > 0 ? `؛ ${formatToman(sum)} هنوز در راه کارت است` : "";
}

const joined = (parts: readonly string[]) =>
  parts.length < 2
    ? (parts[0] ?? "پرداخت شده است")
    : `${parts.slice(0, -1).join("، ")} و ${parts.at(-1) ?? ""}`;
