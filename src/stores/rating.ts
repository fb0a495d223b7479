import type { createRating } from "../../contract/rating.ts";
import { call, type Outcome } from "./call.ts";
import type { AnswerOf } from "../../contract/request.ts";
import { loadOrder } from "./order.ts";
import { checkText, type TextLimits } from "./text-rule.ts";

/** Rates a delivered item, then reloads its order. */
export async function rateItem(
  orderId: string,
  rating: { orderItemId: string; stars: number; comment: string },
): Promise<Outcome<AnswerOf<typeof createRating>>> {
  const outcome = await call<typeof createRating>("POST", "/ratings", { body: rating });
  if (outcome.ok || outcome.code === "already_rated") await loadOrder(orderId);
  return outcome;
}

/** Returns the sentence for missing stars, else "". Section 5. */
export function checkStars(stars: string): string {
  return stars === "" ? "لطفاً امتیاز خود را انتخاب کنید" : "";
}

/**
 * Returns the sentence for a wrong comment, else "". An empty comment and a too short one get the
 * same sentence. Section 5.
 */
export function checkComment(comment: string, limits: TextLimits): string {
  const tooShort = "لطفاً نظر خود را وارد کنید (حداقل 10 کاراکتر)";
  return (
    checkText(comment, tooShort, { minimum: 1, maximum: limits.maximum }) ||
    (checkText(comment, "", limits) && tooShort)
  );
}

/** Returns the text of the shortcut button: the product's name and a random prepared sentence. */
export function praise(productName: string, sentences: readonly string[]): string {
  const sentence = sentences[Math.floor(Math.random() * sentences.length)] ?? "";
  return `${productName} ${sentence}`;
}
