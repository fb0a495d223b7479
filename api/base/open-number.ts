import { sealContext as requestContext } from "../identity/rules.ts";
import { sealContext as cardContext } from "../bank-card/rules.ts";
import type { Vault } from "./vault.ts";

const CONTEXTS = { bank_card: cardContext, identity_request: requestContext };

/**
 * A card's number in full, or null when its seal does not open: one row that cannot be read keeps no other from being shown or decided
 * on. The log names it as the job that seals anew does.
 */
export async function openNumber(
  vault: Vault,
  place: keyof typeof CONTEXTS,
  { id, sealed }: { id: string; sealed: string },
): Promise<string | null> {
  const cardNumber = await openOrNull(vault, sealed, CONTEXTS[place](id));
  if (cardNumber === null) console.error(JSON.stringify({ unopenableSeals: place, ids: [id] }));
  return cardNumber;
}

/** Null when it does not open: somebody wrote over it, or its key is missing or not what it was. Whoever asks has to report it. */
export async function openOrNull(
  vault: Vault,
  sealed: string,
  context: string,
): Promise<string | null> {
  try {
    return await vault.open(sealed, context);
  } catch {
    // Opening asks neither the database nor a provider, and its reason would say nothing: either it opens or it does not.
    return null;
  }
}
