import { expect } from "vitest";
import type { TestShop } from "./shop.ts";

/** Reads a whole list of the desk, two rows a page. */
export async function readDeskPages<Row>(
  shop: Pick<TestShop, "deskCall">,
  path: string,
  list: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let query = "?limit=2"; ;) {
    const { status, body } = await shop.deskCall("GET", `${path}${query}`);
    expect([path, status]).toEqual([path, 200]);
    const page = body as unknown as Record<string, Row[]> & { nextCursor: string | null };
    rows.push(...(page[list] ?? []));
    if (page.nextCursor === null) return rows;
    query = `?limit=2&cursor=${page.nextCursor}`;
  }
}
