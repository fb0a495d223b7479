import type { Vault } from "./vault.ts";

/** The kinds of encrypted numbers. An IBAN is stored in the row of its card. */
type NumberTable = "bank_card" | "identity_request" | "iban";

/** The vault context of the card number in a row. */
export function numberContext(table: NumberTable, id: string): string {
  return `${table}:${id}`;
}

/**
 * Returns the fingerprint of a card number's last four digits, by which operators search for the
 * card. It is keyed, so that people who can read the database cannot find the digits by trying all
 * of them.
 */
export function fingerprintEnd(vault: Vault, digits: string): Promise<string> {
  return vault.fingerprint("card end", digits.slice(-4));
}

/**
 * Decrypts a card number. Returns null and logs the row when that fails, so that one unreadable row
 * does not block the others. The re-encryption job logs such rows in the same form.
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

/**
 * Decrypts a text. Returns null when the text was overwritten, or its key is missing or different.
 * The caller has to report that.
 */
export async function openOrNull(
  vault: Vault,
  sealed: string,
  context: string,
): Promise<string | null> {
  try {
    return await vault.open(sealed, context);
  } catch {
    // Decryption does no I/O, and its error says only that it failed.
    return null;
  }
}
