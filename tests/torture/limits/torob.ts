import { sign } from "node:crypto";
import {
  getTorobProducts,
  TOROB_PAGE_SIZE,
  TOROB_TOKEN_HEADER,
  TOROB_TOKEN_VERSION,
  TOROB_TOKEN_VERSION_HEADER,
} from "../../../contract/torob.ts";
import { torobKeys } from "../../support/torob.ts";
import { allowsOnly, constant, type Limit } from "./limit.ts";

/** Headers of Torob's requests, signed with a key that the shop gets from this test. */
function torobHeaders(now: number): Record<string, string> {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { aud: "shop.example", exp: now / 1_000 + 300, nbf: now / 1_000 - 60 };
  const text = `${encoded({ alg: "EdDSA" })}.${encoded(claims)}`;
  const token = `${text}.${sign(null, Buffer.from(text), torobKeys.privateKey).toString("base64url")}`;
  return { [TOROB_TOKEN_HEADER]: token, [TOROB_TOKEN_VERSION_HEADER]: TOROB_TOKEN_VERSION };
}

export const limitsOfTorob: Limit[] = [
  constant("contract/torob.ts", "TOROB_PAGE_SIZE", "10_000", async (stage) => {
    const readNamed = (many: number) => {
      const names = Array.from({ length: many }, (_, index) => `product-${String(index)}`);
      return stage.anyone(getTorobProducts, {
        body: { page_uniques: names },
        headers: torobHeaders(stage.now()),
      });
    };
    await allowsOnly(
      readNamed,
      { inside: TOROB_PAGE_SIZE, beyond: TOROB_PAGE_SIZE + 1 },
      "torob_request",
    );
  }),
];
