import { INVISIBLE } from "../../../persian/code-characters.ts";
import { toLatinDigits } from "../../../persian/digits.ts";
import type { Vault } from "../../base/vault.ts";

/**
 * Returns a fingerprint that is equal for different spellings of one code: letter case, digit
 * script, grouping and invisible characters do not matter. It prevents adding a code twice, even to
 * different products.
 */
export function fingerprintCode(vault: Vault, plain: string): Promise<string> {
  return vault.fingerprint("code", visibleCharacters(plain).toUpperCase());
}

/**
 * Spaces, dashes and commas between the groups of a code. All other characters may be part of the
 * code.
 */
const GROUPING = /[\s,٬،\p{Pd}\u2212]/gu;

/**
 * Returns a code in one spelling, with Latin digits and without grouping. The fingerprints of all
 * stored codes are made from this form.
 */
export const visibleCharacters = (plain: string): string =>
  toLatinDigits(plain.normalize("NFKC").replace(INVISIBLE, "")).replace(GROUPING, "");

/**
 * The minimum length of a code whose last four characters are stored. Of a shorter code, they would
 * reveal too much.
 */
const MASKED_FROM = 8;

/**
 * Returns the last four letters and digits of a code; null for a short code. They are stored beside
 * the encrypted code, so that a masked list can be shown without decryption.
 */
export function lastFourOf(plain: string): string | null {
  const characters = [...visibleCharacters(plain).replace(/[^\p{L}\p{N}]/gu, "")];
  return characters.length < MASKED_FROM ? null : characters.slice(-4).join("");
}

/**
 * Returns the encryption context of a code. A ciphertext that is copied to another row or product
 * cannot be decrypted there.
 */
export function sealContext(productId: string, codeId: string): string {
  return `code:${productId}:${codeId}`;
}

/** A code as it is stored. */
export interface SealedCode {
  id: string;
  sealed: string;
  fingerprint: string;
  lastFour: string | null;
}

/** A code that an operator enters for an item. */
export interface BroughtCode extends SealedCode {
  /**
   * True when the text does not look like a code, or looks different from the product's other
   * codes. Its shape is not used to check later codes.
   */
  isUnusual: boolean;
}

/** Encrypts a code that an operator entered, under a new id. */
export async function sealCode(
  vault: Vault,
  productId: string,
  plain: string,
): Promise<SealedCode> {
  const id = crypto.randomUUID();
  return {
    id,
    sealed: await vault.seal(plain, sealContext(productId, id)),
    fingerprint: await fingerprintCode(vault, plain),
    lastFour: lastFourOf(plain),
  };
}
