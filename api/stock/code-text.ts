import { typedDigits } from "../../persian/digits.ts";
import type { Vault } from "../base/vault.ts";

/** What tells that two codes of a product are one: however its letters, digits and groups are written, it is redeemed once. */
export function fingerprintCode(vault: Vault, productId: string, plain: string): Promise<string> {
  return vault.fingerprint(
    "code",
    `${productId}:${typedDigits(plain.normalize("NFKC")).toUpperCase()}`,
  );
}

/** What a code is sealed for: moved to another row or another product it does not open. */
export function sealContext(productId: string, codeId: string): string {
  return `code:${productId}:${codeId}`;
}
