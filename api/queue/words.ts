import { bankOfCard } from "../../persian/banks.ts";
import { formatDate } from "../../persian/dates.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { maskCardNumber } from "../../persian/identifiers.ts";

/** Persian words of the queue that several kinds share. */

/** Keeps digits in their order inside a Persian sentence. */
export const leftToRight = (text: string) => `\u2066${text}\u2069`;

/** A name in a sentence: Latin letters and Persian ones stay apart. */
const isolated = (text: string) => `\u2068${text}\u2069`;

/** «ملت ۶۱۰۴ •••• ۷۷۱۲» of a whole card number; a sentence when it cannot be read. */
export function cardWords(cardNumber: string | null): string {
  if (cardNumber === null || cardNumber === "") return "شمارهٔ کارت خوانده نمی‌شود";
  const bank = bankOfCard(cardNumber).replace(/^بانک /, "");
  return `${bank} ${maskedCard(cardNumber)}`.trim();
}

/** «۶۱۰۴ •••• ۷۷۱۲» */
export function maskedCard(cardNumber: string): string {
  const mask = maskCardNumber(cardNumber);
  return leftToRight(toPersianDigits(`${mask.slice(0, 4)} •••• ${mask.slice(-4)}`));
}

const REVIEW_REASONS: readonly (readonly [string, string])[] = [
  ["another card", "با کارت دیگری پرداخت شده است"],
  ["another amount", "درگاه مبلغ دیگری می‌گوید"],
  ["without papers", "بدون مدرک خریده و تحویل‌شدنی نیست"],
  ["books refused", "دفتر حساب آن را نپذیرفت"],
];

/** Says in Persian why a payment is in review. */
export function reviewWords(kind: "payment" | "refund", reason: string | null): string {
  if (kind === "refund") return "روشن نیست که درگاه آن را بازگردانده است";
  const known = REVIEW_REASONS.find(([part]) => reason?.includes(part));
  return known?.[1] ?? "درگاه و فروشگاه یک چیز نمی‌گویند";
}

const MARKS: Record<string, string> = {
  browser: "مرورگر",
  picture: "تصویر مدرک",
  name: "نام",
  card: "کارت",
  device: "دستگاه",
};
export const markWords = (marks: readonly string[]) =>
  marks.map((mark) => MARKS[mark] ?? mark).join("، ");

const ACTIONS: Record<string, string> = {
  raise: "بالا بردن نقش کارمند",
  payout: "ثبت واریز برداشت",
  refund_opened: "بازپرداخت کد دیده‌شده",
  revoke_card: "لغو تأیید کارت",
  revoke_identity: "لغو تأیید هویت",
  forget: "حذف اطلاعات شخص",
};
export const actionWords = (action: string) => ACTIONS[action] ?? action;

const VERDICTS: Record<string, string> = {
  verified: "تأیید کرد",
  rejected: "رد کرد",
  revoked: "تأیید را لغو کرد",
  paid: "واریز را ثبت کرد",
  in_hand: "در دست گرفت",
  put_back: "به صف بازگرداند",
  taken_over: "از دست همکار گرفت",
  set_aside: "کنار گذاشت",
  brought_back: "به صف بازگرداند",
  answered: "پاسخ داد",
  Closed: "تیکت را بست",
  "In Progress": "در دست گرفت",
  begun: "تحویل را آغاز کرد",
  delivered: "تحویل داد",
  released: "آزاد کرد",
  refunded: "مبلغ را بازگرداند",
  income_released: "درآمد را آزاد کرد",
  income_refused: "درآمد را رد کرد",
  on_card: "نوشت که پول روی کارت است",
  in_shop: "به کیف پول برد",
  adopted: "به کیف پول برد",
  renamed: "نام را عوض کرد",
  name_refused: "نام تازه را نپذیرفت",
};

/** Says in Persian what an operator did. Proposals are named by their action: `raise_asked`. */
export function verdictWords(verdict: string): string {
  const known = VERDICTS[verdict];
  if (known !== undefined) return known;
  const [, action = "", end = ""] = /^(.+)_(asked|confirmed|dropped)$/.exec(verdict) ?? [];
  if (action === "") return verdict;
  const ends = { asked: "خواست", confirmed: "تأیید کرد", dropped: "کنار گذاشت" };
  return `${actionWords(action)} را ${ends[end as keyof typeof ends]}`;
}

/** «sara در ۲ آذر ۱۴۰۵ ساعت ۱۴:۳۲ تأیید کرد.» */
export function decisionSentence(decision: {
  operator: string;
  verdict: string;
  created_at: number;
}): string {
  const { operator, verdict, created_at: at } = decision;
  return `${isolated(operator)} در ${formatDate(at)} ${verdictWords(verdict)}.`;
}
