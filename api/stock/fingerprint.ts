import { typedDigits } from "../../persian/digits.ts";
import type { Vault } from "../vault.ts";

/** What tells that two codes of a product are one: however its letters, digits and groups are written, it is redeemed once. */
export function fingerprintCode(vault: Vault, productId: string, plain: string): Promise<string> {
  return vault.fingerprint("code", `${productId}:${typedDigits(plain.normalize("NFKC")).toUpperCase()}`);
}
