import { atom } from "nanostores";
import type { Cart } from "../../contract/cart.ts";

/** Questions of the lines of a cart, beyond the answers themselves. */

/** True once somebody wanted to pay: then everything that is missing is said. */
export const $isWanted = atom(false);

/** Returns the names of the products whose questions are not rightly answered. */
export const unansweredOf = (cart: Cart): string[] =>
  cart.CartItems.flatMap(({ productName, questions = [] }) =>
    questions.some(({ mistake }) => mistake !== "") ? productName : [],
  );

/** Says what is missing, and leads to the first of it. */
export function leadToQuestion(): void {
  $isWanted.set(true);
  const field = document.querySelector<HTMLElement>("[data-unanswered]");
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}
