import { leadToQuestion } from "./lead-to-question.ts";

/** A reason why a cart cannot be paid. */
export interface Obstacle {
  /** A few words for the bar on phones. */
  words: string;
  /**
   * Moves the focus to what has to be done. If it is undefined, the bar leads to the button that
   * pays.
   */
  lead?: () => void;
}

/** A product of the cart is sold out. */
export const SOLD_OUT: Obstacle = { words: "کالایی ناموجود شده است" };

/** A question of a product has no valid answer. */
export const UNANSWERED: Obstacle = { words: "پاسخ یک پرسش کامل نیست", lead: leadToQuestion };

export const NO_CARD: Obstacle = { words: "کارت تأییدشده‌ای ندارید" };
