import type { GivenAnswer, GivenAnswers } from "../../../contract/question.ts";
import { openOrNull } from "../../base/open-number.ts";
import type { Vault } from "../../base/vault.ts";
import * as statements from "./statements.ts";

/** Encrypts and decrypts answers. */

/** The answers on the lines of one cart: by product id, the texts by question id. */
export type CartAnswers = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Decrypts the answers of a cart. An answer that cannot be decrypted counts as not given. */
export async function openCartAnswers(
  vault: Vault,
  rows: readonly statements.CartAnswerRow[],
): Promise<CartAnswers> {
  const opened = new Map<string, Map<string, string>>();
  for (const { id, product_id: productId, question_id: questionId, sealed } of rows) {
    const text = await openReported(vault, "cart_answer", id, sealed);
    if (text === null) continue;
    const answers = opened.get(productId) ?? new Map<string, string>();
    opened.set(productId, answers.set(questionId, text));
  }
  return opened;
}

/** Encrypts answers for the items of a new order. */
export const sealOrderAnswers = (
  vault: Vault,
  answers: readonly { itemId: string; given: readonly GivenAnswer[] }[],
): Promise<{ itemId: string; sealed: string }[]> =>
  Promise.all(
    answers.map(async ({ itemId, given }) => ({
      itemId,
      sealed: await vault.seal(JSON.stringify(given), statements.orderAnswerContext(itemId)),
    })),
  );

/** Decrypts the buyer's answers for an item. Returns null when they cannot be decrypted. */
export async function openOrderAnswers(
  vault: Vault,
  { id, sealed }: statements.OrderAnswerRow,
): Promise<GivenAnswers | null> {
  if (sealed === "") return { isForgotten: true, answers: [] };
  const text = await openReported(vault, "order_answer", id, sealed);
  return text === null ? null : { isForgotten: false, answers: JSON.parse(text) as GivenAnswer[] };
}

/** Decrypts an answer for its owner's export: a text for a cart, a JSON list for an order. */
export const openAnswer = (
  vault: Vault,
  place: keyof typeof CONTEXTS,
  id: string,
  sealed: string,
) => openReported(vault, place, id, sealed);

const CONTEXTS = {
  cart_answer: statements.cartAnswerContext,
  order_answer: statements.orderAnswerContext,
};

async function openReported(
  vault: Vault,
  place: keyof typeof CONTEXTS,
  id: string,
  sealed: string,
): Promise<string | null> {
  const text = await openOrNull(vault, sealed, CONTEXTS[place](id));
  if (text === null) console.error(JSON.stringify({ unopenableSeals: place, ids: [id] }));
  return text;
}
