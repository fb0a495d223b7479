import { expect } from "vitest";
import { addImport, getImport, openImport, sendLines } from "../../contract/desk/import.ts";
import { DOUBTS } from "../../persian/code-look.ts";
import type { RequestOf } from "../../contract/request.ts";
import { newCharacters } from "./random-of-test.ts";
import type { TestShop } from "./shop.ts";

/** Files of codes, as an operator imports them. */

export const BOUGHT = { supplier: "پخش آزمایشی", invoice: "K-1", unitCost: 65_000 } as const;

let files = 0;
/** Codes of one shape that no other test has. */
export const newCodes = (count: number) =>
  Array.from({ length: count }, () => {
    // Letters and digits alternate, since a run of one character would look like an empty field.
    const signs = Array.from(newCharacters(15), (sign, at) => {
      const number = Number.parseInt(sign, 16);
      return at % 2 === 0 ? "ABCDEF".charAt(number % 6) : String(number % 10);
    });
    return `Z${signs.join("")}`;
  });

/** Opens an import and sends its lines. */
export async function bring(
  shop: TestShop,
  productId: string,
  lines: string[],
  more: Partial<RequestOf<typeof openImport>["body"]> = {},
) {
  const id = crypto.randomUUID();
  const file = { id, productId, fileName: `codes-${String(++files)}.csv`, lines: lines.length };
  expect((await shop.desk(openImport, { body: { ...file, ...more } })).status).toBe(200);
  for (let at = 0; at < lines.length; at += 900) {
    const body = { first: at + 1, lines: lines.slice(at, at + 900) };
    const sent = await shop.desk(sendLines, { params: { id }, body });
    expect([sent.status, sent.body.message]).toEqual([200, undefined]);
  }
  return id;
}

export const look = async (
  shop: TestShop,
  id: string,
  query: RequestOf<typeof getImport>["query"] = {},
) => (await shop.desk(getImport, { params: { id }, query })).body;

/** Adds an import to its end, and accepts codes that have no other codes to be compared with. */
export async function addAll(
  shop: TestShop,
  id: string,
  expected: number,
  more: Partial<RequestOf<typeof addImport>["body"]> = {},
) {
  for (;;) {
    const body = { ...BOUGHT, takes: ["first" as const], expected, ...more };
    const answer = await shop.desk(addImport, { params: { id }, body });
    if (answer.status !== 200 || answer.body.import.state === "added") return answer;
  }
}

/** Adds new codes to the stock of a product, and returns their batch. */
export async function newBatch(shop: TestShop, productId: string, codes: string[]) {
  const { body } = await addAll(shop, await bring(shop, productId, codes), codes.length, {
    takes: [...DOUBTS],
  });
  expect(body.import?.state).toBe("added");
  return body.import.batchId ?? "";
}
