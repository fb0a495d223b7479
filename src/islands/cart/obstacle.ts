import { leadToQuestion } from "./lead-to-question.ts";

/** A reason why a cart cannot be paid. */
export interface Obstacle {
  /** For the bar of phones, in few words. */
  words: string;
  /** Leads to what has to be done; without it the bar leads to the button that pays. */
  lead?: () => void;
}

/** A product of the cart is sold out. */
export const SOLD_OUT: Obstacle = { words: "کالایی ناموجود شده است" };

/** Something is asked and not answered. */
export const UNANSWERED: Obstacle = { words: "پاسخ یک پرسش کامل نیست", lead: leadToQuestion };

export const NO_CARD: Obstacle = { words: "کارت تأییدشده‌ای ندارید" };
