import type { Vault } from "./vault.ts";

/** Tables that keep card numbers encrypted. */
type NumberTable = "bank_card" | "identity_request";

/** The vault context of the card number in a row. */
export function numberContext(table: NumberTable, id: string): string {
  return `${table}:${id}`;
}

/**
 * A card's number in full, or null when its seal does not open: one row that cannot be read keeps no other from being shown or decided
 * on. The log names it as the job that seals anew does.
 */
export async function openNumber(
  vault: Vault,
  table: NumberTable,
  { id, sealed }: { id: string; sealed: string },
): Promise<string | null> {
  const cardNumber = await openOrNull(vault, sealed, numberContext(table, id));
  if (cardNumber === null) console.error(JSON.stringify({ unopenableSeals: table, ids: [id] }));
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
