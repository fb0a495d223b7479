import type { GuestLine, answerLine } from "../../contract/cart.ts";
import { call } from "./call.ts";
import { changeCart } from "./cart.ts";

/**
 * Questions of the lines of a cart. This module is loaded when a product in the cart has a
 * question.
 */

/** Saves the answer to a question of a product. Returns the reason why it was not saved, or "". */
export async function answerQuestion(
  productId: string,
  questionId: string,
  text: string,
): Promise<string> {
  let problem = "";
  await changeCart(async (source) => {
    const outcome = await (source.edit
      ? source.edit((lines) => withAnswer(lines, productId, questionId, text))
      : call<typeof answerLine>("PUT", "/carts/answers", {
          body: { productId, answers: [{ questionId, text }] },
          needs: ["cart"],
        }));
    if (!outcome.ok) problem = Object.values(outcome.fields)[0] ?? outcome.message;
    return outcome;
  });
  return problem;
}

/** Answers given on this page, so that a line that is removed and put back gets them again. */
export const remembered = new Map<string, string>();

/** Returns a guest's lines with an answer added; an empty text removes it. */
function withAnswer(
  lines: readonly GuestLine[],
  productId: string,
  questionId: string,
  text: string,
): GuestLine[] {
  return lines.map((line) => {
    if (line.productId !== productId) return line;
    const others = (line.answers ?? []).filter((one) => one.questionId !== questionId);
    // Only the newest answers are kept: older ones belong to questions that no longer exist.
    return { ...line, answers: text === "" ? others : [...others.slice(-5), { questionId, text }] };
  });
}
