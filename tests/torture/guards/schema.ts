import { expect } from "vitest";
import type { TestShop } from "../../support/shop.ts";
import { one } from "../plant.ts";
import type { Guard } from "./guard.ts";

/** Guards of the tables: constraints, unique indexes and triggers. */

/** A guard that must refuse the last statement. The statements before it prepare the attack. */
export function refused(name: string, ...statements: string[]): Guard {
  return {
    name,
    attack: async ({ shop }) => {
      const last = statements.at(-1) ?? "";
      for (const statement of statements.slice(0, -1)) await shop.sql(statement);
      await expect(shop.sql(last), "the statement is refused").rejects.toThrow(/SQLITE_CONSTRAINT/);
    },
  };
}

export const checks = (table: string, rows: Record<string, string>): Guard[] =>
  Object.entries(rows).map(([check, statement]) => refused(`check ${table} ${check}`, statement));

/** SQL text: changes one row of a table. */
export const set = (table: string, changes: string, where = "true") =>
  `UPDATE ${table} SET ${changes} WHERE id = ${one(table, where)}`;

export const othersOf = (table: string, column: string) =>
  `UPDATE ${table} SET ${column} = (SELECT max(${column}) FROM ${table})
   WHERE id = ${one(table, `${column} <> (SELECT max(${column}) FROM ${table})`)}`;

/** Triggers without which the actions of `live` break the invariants. */
export const lived = (live: (shop: TestShop) => Promise<unknown>, ...names: string[]): Guard[] =>
  names.map((name) => ({ name: `trigger ${name}`, attack: ({ shop }) => live(shop) }));

/** A trigger that makes the query find nothing after the statements. */
export const leaves = (name: string, statements: string[], query: string): Guard => ({
  name: `trigger ${name}`,
  attack: async ({ shop }) => {
    for (const statement of statements) await shop.sql(statement);
    expect(await shop.sql(query)).toEqual([]);
  },
});

export const OF_ITEM = "FROM order_item i JOIN orders o ON o.id = i.order_id";

export const twice = (values: (id: string) => string) =>
  `SELECT ${values("'twin-1'")} UNION ALL SELECT ${values("'twin-2'")}`;

export const ANYBODY = "(SELECT id FROM user ORDER BY id LIMIT 1)";

export const newOrder = (values: string, columns = "") =>
  `INSERT INTO orders
   (id, user_id, cart_version, state, total_toman, wallet_toman, gateway_toman, reward_toman,
   created_at, updated_at${columns})
   SELECT ${values} FROM orders WHERE state = 'paid' ORDER BY id LIMIT 1`;

export const newTransfer = (values: string) =>
  `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
   VALUES (${values}, 1)`;
