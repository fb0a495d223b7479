import type { Code, OrderRow } from "../../../stores/desk/order.ts";
import type { Tone } from "../../../parts/StatusBadge.tsx";

/** The words of states, as operators read them. */

export const ORDER_STATES: Record<OrderRow["state"], { words: string; tone: Tone }> = {
  awaiting: { words: "منتظر پرداخت", tone: "waiting" },
  paid: { words: "پرداخت شد", tone: "good" },
  refunded: { words: "بازپرداخت شد", tone: "plain" },
  cancelled: { words: "انجام نشد", tone: "plain" },
};

export const DELIVERIES: Record<OrderRow["deliveryStatus"], { words: string; tone: Tone }> = {
  pending: { words: "منتظر تحویل", tone: "waiting" },
  processing: { words: "در دست تحویل", tone: "waiting" },
  delivered: { words: "تحویل شد", tone: "good" },
  cancelled: { words: "لغو شد", tone: "plain" },
  failed: { words: "ناموفق", tone: "bad" },
};

export const CODES: Record<Code["state"], { words: string; tone: Tone }> = {
  unread: { words: "باز نشده", tone: "plain" },
  read: { words: "دیده شده", tone: "good" },
  used: { words: "کار کرد", tone: "good" },
  given: { words: "هدیه شده", tone: "plain" },
  reported: { words: "ادعای خرابی", tone: "bad" },
  replaced: { words: "جایگزین شد", tone: "plain" },
  refunded: { words: "پس داده شد", tone: "plain" },
};

/** True while the buyer, or the receiver of the gift, has the code. */
export const isInHand = ({ state }: Code) => state !== "replaced" && state !== "refunded";

/** Returns a masked code: «•••• Q8ZT», or only dots when the last four are not known. */
export const maskOf = ({ lastFour }: Code) => `•••• ${lastFour ?? "••••"}`;

/** Returns a phone in groups: «۰۹۱۲ ۵۵۰ ۱۲۸۳». A masked phone stays as it is. */
export const groupsOf = (phone: string) =>
  phone === "" ? "" : `0${phone}`.replace(/^(\d{4})(\d{3})(\d{4})$/, "$1 $2 $3");
