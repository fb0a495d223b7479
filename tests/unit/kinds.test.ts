import { describe, expect, test } from "vitest";
import { SEALED_COLUMNS } from "../../api/desk/key/sealed-columns.ts";
import { TRANSFER_KINDS } from "../../api/money/wallet/ledger.ts";
import { SupplierName } from "../../contract/desk/supply.ts";
import { GATEWAY_NAMES } from "../../persian/gateway.ts";
import { emptyDatabase } from "../torture/guards/in-code.ts";

/** Each set of kinds that may grow is one list, so that a new kind changes no table definition. */

function wordsOf(question: string): string[] {
  const books = emptyDatabase();
  const words = books
    .prepare(question)
    .all()
    .map((row) => String(row["name"]));
  books.close();
  return words.sort();
}

describe("each list table has exactly the words of the program", () => {
  test.each([
    { table: "transfer_kind", words: TRANSFER_KINDS },
    { table: "gateway", words: Object.keys(GATEWAY_NAMES) },
    { table: "supplier", words: SupplierName.options },
  ])("$table", ({ table, words }) => {
    expect(wordsOf(`SELECT name FROM ${table}`)).toEqual([...words].sort());
  });

  test.each(["gateway", "supplier"])("each %s has its account and its book", (table) => {
    const of = (other: string, column: string) =>
      wordsOf(
        `SELECT name FROM ${table} n
         WHERE EXISTS (SELECT 1 FROM ${other} WHERE ${column} = '${table}:' || n.name)`,
      );
    const names = wordsOf(`SELECT name FROM ${table}`);
    expect([of("account", "id"), of("book", "name")]).toEqual([names, names]);
  });
});

test("every kind that a trigger or view of the ledger names is a kind of transfer", () => {
  const ledger = wordsOf(
    "SELECT sql AS name FROM sqlite_master WHERE type IN ('trigger', 'view') AND sql GLOB '*transfer*'",
  ).join();
  const told = [...ledger.matchAll(/\b(?:NEW|t)\.kind (?:= ('\w+')|IN \(([^)]+)\))/g)].flatMap(
    ([, word, words = word]) => [...(words ?? "").matchAll(/\w+/g)].map(([kind]) => kind),
  );
  expect(told).toContain("refund_fallback");
  expect(told.filter((kind) => !TRANSFER_KINDS.some((known) => known === kind))).toEqual([]);
});

test("each sealed column has a unique name, under which texts that cannot be decrypted are recorded", () => {
  const names = SEALED_COLUMNS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test.each([
  { table: "unopenable_seal", column: "place", list: "api/desk/key/sealed-columns.ts" },
  { table: "transfer", column: "kind", list: "the table transfer_kind" },
  { table: "payment", column: "gateway", list: "the table gateway" },
  { table: "supplier", column: "name", list: "its own rows" },
  { table: "inquiry", column: "provider", list: "api/outside/inquiries.ts" },
  { table: "account_event", column: "kind", list: "contract/account-event.ts" },
  { table: "given_away", column: "way", list: "contract/desk/giving.ts" },
  { table: "alert", column: "kind", list: "contract/desk/alert.ts" },
  { table: "desk_decision", column: "subject", list: "api/base/decisions.ts" },
  { table: "desk_decision", column: "verdict", list: "the calls of the desk" },
  { table: "proposal", column: "action", list: "contract/desk/proposal.ts" },
])(
  "$table has no CHECK that repeats the words for $column: they are in $list",
  ({ table, column }) => {
    const [definition = ""] = wordsOf(
      `SELECT sql AS name FROM sqlite_master WHERE name = '${table}'`,
    );
    expect(definition).toMatch(new RegExp(`\\b${column} TEXT`));
    expect(definition).not.toMatch(new RegExp(`\\b${column} IN \\(`));
  },
);
