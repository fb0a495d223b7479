import type { createRating } from "../../contract/rating.ts";
import { call, type Outcome } from "./call.ts";
import type { AnswerOf } from "../../contract/request.ts";
import { loadOrder } from "./order.ts";
import { checkText, type TextLimits } from "./text-rule.ts";

/** Rates a delivered item, and shows its order as the shop tells it then. */
export async function rateItem(
  orderId: string,
  rating: { orderItemId: string; stars: number; comment: string },
): Promise<Outcome<AnswerOf<typeof createRating>>> {
  const outcome = await call<typeof createRating>("POST", "/ratings", { body: rating });
  if (outcome.ok || outcome.code === "already_rated") await loadOrder(orderId);
  return outcome;
}

/** Section 5: what is wrong with the number of stars, or empty. */
export function checkStars(stars: string): string {
  return stars === "" ? "لطفاً امتیاز خود را انتخاب کنید" : "";
}

/** Section 5: what is wrong with a comment, or empty. One sentence serves for none and for too short. */
export function checkComment(comment: string, limits: TextLimits): string {
  const tooShort = "لطفاً نظر خود را وارد کنید (حداقل 10 کاراکتر)";
  return (
    checkText(comment, tooShort, { minimum: 1, maximum: limits.maximum }) ||
    (checkText(comment, "", limits) && tooShort)
  );
}

/** The shortcut of the form: a sentence of praise, found by chance, behind the product's name. */
export function praise(productName: string, sentences: readonly string[]): string {
  const sentence = sentences[Math.floor(Math.random() * sentences.length)] ?? "";
  return `${productName} ${sentence}`;
}
