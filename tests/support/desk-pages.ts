import { expect } from "vitest";
import type { DeskEndpoint } from "../../contract/desk/endpoint.ts";
import type { TestShop } from "./shop.ts";

/** Reads a whole list of the desk in pages of two rows. */
export async function readDeskPages<Row>(
  shop: Pick<TestShop, "deskUntyped">,
  endpoint: DeskEndpoint,
  list: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const answer = await shop.deskUntyped(endpoint, { query: { limit: 2, cursor } });
    expect([endpoint.path, answer.status]).toEqual([endpoint.path, 200]);
    const page = answer.body as Record<string, unknown>;
    rows.push(...(page[list] as Row[]));
    cursor = page["nextCursor"] as string | null;
  }
  return rows;
}
