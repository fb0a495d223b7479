import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { SECTIONS } from "../../../api/user/export-sections.ts";
import { FORGET_STATEMENTS } from "../../../api/user/forget.ts";
import { exportPerson, forgetPerson } from "../../../contract/desk/user.ts";
import { findDatabase } from "../../../scripts/audit/audit-source.mjs";
import type { TestShop } from "../../support/shop.ts";
import { type Guard, newcomer } from "./guard.ts";
import { ofAnybody } from "./owners.ts";

/** Owners in the statements that export and delete the data of one person. */

/** Sections that are not empty for a newcomer. */
const NOT_EMPTY = ["profile", "sessions", "wallet"];

const comparesOwner = (sql: string) => /(user|owner)_id = \?1/.test(sql);

const ofExport: Guard[] = SECTIONS.filter(({ sql }) => comparesOwner(sql)).map(({ name, sql }) => ({
  name: `owner: ${name} in an export`,
  rewrites: [ofAnybody(sql)],
  async attack({ shop }) {
    const { id } = await newcomer(shop);
    const { data } = (await shop.desk(exportPerson, { params: { id } })).body;
    const rows = data[name] ?? ["no such section"];
    expect(rows.length).toBe(NOT_EMPTY.includes(name) ? 1 : 0);
  },
}));

/** Reads every row of every table as text. */
function allRows(shop: TestShop): Set<string> {
  const database = new DatabaseSync(findDatabase(shop.stack.dataDir), { readOnly: true });
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%STRICT%'",
    )
    .all();
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT * FROM "${String(name)}"`)
      .all()
      .map((row) => JSON.stringify(row)),
  );
  database.close();
  return new Set(rows);
}

const ofForgetting: Guard[] = FORGET_STATEMENTS.filter(comparesOwner).map((text) => ({
  name: `owner: forgetting a person, ${text.replace(/\s+/g, " ")}`,
  rewrites: [ofAnybody(text)],
  async attack({ shop }) {
    const { id, phone } = await newcomer(shop);
    const before = allRows(shop);
    expect(
      (await shop.desk(forgetPerson, { params: { id }, body: { reason: "به درخواست خودشان" } }))
        .status,
    ).toBe(200);
    const after = allRows(shop);
    const changed = [...before].filter((row) => !after.has(row));
    expect(changed.filter((row) => !row.includes(`"${id}"`) && !row.includes(phone))).toEqual([]);
  },
}));

/** Open things of others must not keep a person from being forgotten. */
const ofObstacles: Guard[] = [
  [
    "orders",
    "FROM orders o WHERE o.user_id = ?1 AND (o.state = 'awaiting' OR o.profile_due_at IS NOT NULL",
  ],
  ["payments", "FROM payment WHERE user_id = ?1\n  AND (state IN ('initiating', 'pending')"],
  ["refunds", "WHERE o.user_id = ?1 AND f.state NOT IN ('done', 'fallen_back')"],
  ["earnings", "FROM earning WHERE user_id = ?1 AND state = 'held'"],
].map(([what = "", find = ""]) => ({
  name: `owner: open ${what} before forgetting a person`,
  rewrites: [ofAnybody(find)],
  async attack({ shop }) {
    const { id } = await newcomer(shop);
    expect(
      (await shop.desk(forgetPerson, { params: { id }, body: { reason: "به درخواست خودشان" } }))
        .status,
    ).toBe(200);
  },
}));

export const ownersOfData: Guard[] = [...ofExport, ...ofForgetting, ...ofObstacles];
