import { typedDigits } from "../../persian/digits.ts";
import type { Vault } from "../base/vault.ts";

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * Returns a fingerprint that is equal for two spellings of one code: letter case, digits, grouping
 * and signs that nobody sees do not matter. It keeps a code from being added twice, to another
 * product too.
 */
export function fingerprintCode(vault: Vault, plain: string): Promise<string> {
  const visible = plain.normalize("NFKC").replace(INVISIBLE, "");
  return vault.fingerprint("code", typedDigits(visible).toUpperCase());
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
  };
}
