import type { TestShop } from "./shop.ts";

/** Counters and indexes: a refusal may leave its mark there. */
const NOT_BUSINESS = /^(?:attempt|sign_in_code|search_|sqlite_|_cf_|d1_)/;

/** Everything the shop knows, table by table, so that a test can say that nothing has changed and what has. */
export async function readState(shop: Pick<TestShop, "sql" | "readAll">): Promise<Record<string, unknown[]>> {
  const tables = (await shop.sql<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"))
    .map(({ name }) => name)
    .filter((name) => !NOT_BUSINESS.test(name));
  const rows = await shop.readAll(tables.map((table) => `SELECT * FROM "${table}"`));
  return Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? []]));
}
