import { INVISIBLE } from "../../../persian/code-characters.ts";
import { toLatinDigits } from "../../../persian/digits.ts";
import type { Vault } from "../../base/vault.ts";

/**
 * Returns a fingerprint that is equal for two spellings of one code: letter case, digits, grouping
 * and characters that nobody sees do not matter. It keeps a code from being added twice, to another
 * product too.
 */
export function fingerprintCode(vault: Vault, plain: string): Promise<string> {
  return vault.fingerprint("code", visibleCharacters(plain).toUpperCase());
}

/** Spaces, dashes and commas between the groups of a code. Other characters may be part of it. */
const GROUPING = /[\s,٬،\p{Pd}\u2212]/gu;

/**
 * Returns the characters of a code that count: in one spelling, with Latin digits and no grouping. The
 * fingerprints of all stored codes are made of them.
 */
export const visibleCharacters = (plain: string): string =>
  toLatinDigits(plain.normalize("NFKC").replace(INVISIBLE, "")).replace(GROUPING, "");

/** Characters below which the last four would tell too much of a code. */
const MASKED_FROM = 8;

/**
 * Returns the last four letters and digits of a code, which stand beside its seal so that a masked
 * list opens nothing; null for a short code.
 */
export function lastFourOf(plain: string): string | null {
  const characters = [...visibleCharacters(plain).replace(/[^\p{L}\p{N}]/gu, "")];
  return characters.length < MASKED_FROM ? null : characters.slice(-4).join("");
}

/**
 * Returns the encryption context of a code: copied to another row or product, the ciphertext cannot
 * be decrypted.
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

/** A code that an operator brings for an item. */
export interface BroughtCode extends SealedCode {
  /** True for one that looks like no code, or not like the others: it is no measure for later ones. */
  isOdd: boolean;
}

/** Encrypts a code that an operator brings, under a new id. */
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
