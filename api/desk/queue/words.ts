import { bankOfCard } from "../../../persian/banks.ts";
import { formatDate } from "../../../persian/dates.ts";
import { verdictWords } from "../../../persian/desk-words.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { maskCardNumber } from "../../../persian/identifiers.ts";

/** Persian words of the queue that several kinds share. */

/** Keeps digits in their order inside a Persian sentence. */
export const leftToRight = (text: string) => `\u2066${text}\u2069`;

/** Isolates a name in a sentence, so that Latin and Persian letters keep their order. */
const isolated = (text: string) => `\u2068${text}\u2069`;

/**
 * Returns words such as «ملت ۶۱۰۴ •••• ۷۷۱۲» for a full card number; a sentence when the number
 * could not be decrypted.
 */
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

const MARKS: Record<string, string> = {
  browser: "مرورگر",
  picture: "تصویر مدرک",
  name: "نام",
  card: "کارت",
  device: "دستگاه",
};
export const markWords = (marks: readonly string[]) =>
  marks.map((mark) => MARKS[mark] ?? mark).join("، ");

/** Writes a sentence about a decision: «sara در ۲ آذر ۱۴۰۵ ساعت ۱۴:۳۲ تأیید کرد.» */
export function decisionSentence(decision: {
  operator: string;
  verdict: string;
  created_at: number;
}): string {
  const { operator, verdict, created_at: at } = decision;
  return `${isolated(operator)} در ${formatDate(at)} ${verdictWords(verdict)}.`;
}
