import type { StoryEvent } from "../../../contract/desk/order.ts";
import type { Settings } from "../../base/settings.ts";
import type { StoryLineRow, StoryMessageRow } from "./event-statements.ts";
import type { StoryTransferRow } from "./story-statements.ts";

/**
 * Descriptions of those events of a story that are made from a single row: a decision of an
 * operator, a message or a transfer.
 */

export type UndatedEvent = Omit<StoryEvent, "at" | "transfers" | "tone" | "detail" | "reference"> &
  Partial<Pick<StoryEvent, "tone" | "detail" | "reference">> & {
    /** UTC milliseconds. */
    at: number;
  };

/**
 * Persian words for operators' decisions, written after the operator's name. Refunds and deliveries
 * are described elsewhere.
 */
const VERDICTS: Record<string, { words: string; kind: StoryEvent["kind"] }> = {
  noted: { words: "یادداشت نوشت", kind: "other" },
  code_replaced: { words: "کد را جایگزین کرد", kind: "code" },
  revealed: { words: "متن کد را دید", kind: "code" },
  answers_read: { words: "پاسخ‌های خریدار را دید", kind: "other" },
  begun: { words: "تحویل را آغاز کرد", kind: "code" },
  released: { words: "سفارش نگه‌داشته را آزاد کرد", kind: "code" },
  checked: { words: "از درگاه پرسید", kind: "money" },
  on_card: { words: "بررسی را بست: پول روی کارت است", kind: "money" },
  in_shop: { words: "بررسی را بست: پول در فروشگاه است", kind: "money" },
  refund_opened_asked: {
    words: "بازپرداختِ کد بازشده را خواست؛ نفر دوم باید تأیید کند",
    kind: "money",
  },
  refund_opened_dropped: { words: "درخواست بازپرداخت را کنار گذاشت", kind: "money" },
};
const TOLD_ELSEWHERE = ["refunded", "code_refunded", "delivered"];

export function aboutLine({
  operator,
  verdict,
  note,
  created_at: at,
}: StoryLineRow): UndatedEvent[] {
  if (TOLD_ELSEWHERE.includes(verdict)) return [];
  const { words, kind } = VERDICTS[verdict] ?? { words: verdict, kind: "other" as const };
  return [
    {
      at,
      kind,
      who: "operator",
      title: `${operator} ${words}`,
      detail: verdict === "revealed" ? (WHY[note?.split(":")[0] ?? ""] ?? note) : note,
    },
  ];
}

const WHY: Record<string, string> = {
  ticket: "برای تیکت",
  supplier: "برای تأمین‌کننده",
  test: "برای آزمایش",
};

export function aboutMessage(message: StoryMessageRow, settings: Settings): UndatedEvent {
  const words: Record<string, string> = {
    [settings.SMS_TEMPLATE_ORDER_DELIVERED]: "خبر تحویل",
    [settings.SMS_TEMPLATE_ITEM_REFUNDED]: "خبر بازپرداخت",
  };
  const name = message.channel === "email" ? "ایمیل" : "پیامک";
  const about = words[message.template];
  const isLost = message.given_up_at !== null;
  const state = isLost ? "فرستاده نشد" : message.sent_at === null ? "در صف است" : "فرستاده شد";
  return {
    at: message.sent_at ?? message.created_at,
    kind: "message",
    who: "shop",
    tone: isLost ? "bad" : "plain",
    title: `${name}${about === undefined ? "" : ` ${about}`} ${state}`,
  };
}

const TRANSFERS: Record<string, string> = {
  release: "نگه‌داشته به کیف پول برگشت",
  reward: "پاداش خریدار پرداخت شد",
  referral: "درآمد معرف پرداخت شد",
  take_back: "درآمدی پس گرفته شد",
  sale: "به فروش نوشته شد",
};

export function aboutTransfer({ kind, created_at: at }: StoryTransferRow): UndatedEvent {
  return { at, kind: "money", who: "shop", title: TRANSFERS[kind] ?? "جابه‌جایی در دفتر" };
}
