import { typedDigits } from "../../persian/digits.ts";
import type { Vault } from "../base/vault.ts";

/**
 * Returns a fingerprint that is equal for two spellings of one code: letter case, digits and
 * grouping do not matter. It keeps a code from being added twice.
 */
export function fingerprintCode(vault: Vault, productId: string, plain: string): Promise<string> {
  return vault.fingerprint(
    "code",
    `${productId}:${typedDigits(plain.normalize("NFKC")).toUpperCase()}`,
  );
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
    fingerprint: await fingerprintCode(vault, productId, plain),
  };
}
