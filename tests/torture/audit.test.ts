import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readInvariants } from "../../scripts/audit/invariants.mjs";
import { root } from "../../scripts/run/root.mjs";
import { runNode } from "../../scripts/run/run-program.mjs";
import { liveInShop } from "../support/busy-shop.ts";
import { type CopiedBooks, copyFile, copyRows, copyUnenforced } from "../support/copied-books.ts";
import { SHOP_BOOKS, auditAgainstGateway, compareBooks } from "../support/gateway-audit.ts";
import { type TestShop, auditShop, openShop } from "../support/shop.ts";
import type { Plant } from "./plant.ts";
import { figurePlants } from "./planted-figures.ts";
import { type Taken, gapsOfPayments, gapsOfRefunds } from "./planted-gaps.ts";
import { moneyPlants } from "./planted-money.ts";
import { orderPlants, plantsAgainstRules } from "./planted-orders.ts";
import { createRandom } from "../support/random.ts";
import { amount, report } from "./scale.ts";

const invariants = readInvariants();

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
  await liveInShop(shop, { topups: amount(10, 45) });
});
afterAll(() => shop?.close());

/** Finds the invariant whose sentence has this beginning. */
const sentence = (beginning: string): string => {
  const names = invariants.map(({ name }) => name).filter((name) => name.startsWith(beginning));
  if (names.length !== 1)
    throw new Error(`“${beginning}” begins ${String(names.length)} invariants.`);
  return names[0] ?? "";
};

/** True for invariants about sums, which an error in the summed rows breaks too. */
const isSum = (name: string) => /^(?:Every book|The sums of|Promises count)/.test(name);

function findBroken(books: CopiedBooks): string[] {
  const answers = books.ask(invariants.map(({ sql }) => sql));
  return invariants.filter((_, index) => (answers[index] ?? []).length > 0).map(({ name }) => name);
}

/** Plants each error alone and asserts that exactly its invariants are found broken. */
async function plantEach(
  books: CopiedBooks,
  errors: Record<string, Plant[]>,
): Promise<{ planted: number; wrong: unknown[] }> {
  const before = findBroken(books);
  expect(before).toEqual([sentence("Refunds are on their way")]);
  const all = Object.entries(errors).flatMap(([beginning, list]) =>
    list.map((one) => ({ beginning, ...one })),
  );
  const wrong = [];
  for (const { beginning, sql, also = [] } of all) {
    const expected = [beginning, ...also].map(sentence);
    const found = books
      .with(sql, () => findBroken(books))
      .filter((name) => expected.includes(name) || !(before.includes(name) || isSum(name)));
    if (found.length !== expected.length || !expected.every((name) => found.includes(name)))
      wrong.push({ sql, expected, found });
    // Lets other work of this process run, such as a connection that the shop closes.
    await setImmediate();
  }
  books.close();
  return { planted: all.length, wrong };
}

test("finds nothing wrong in a busy shop, and finds each planted error", async () => {
  expect(await auditShop(shop)).toEqual({});
  const plants = { ...moneyPlants, ...orderPlants, ...figurePlants };
  const results = [
    await plantEach(copyRows(copyFile(shop, "rows.sqlite")), plants),
    await plantEach(copyUnenforced(copyFile(shop, "guarded.sqlite")), plantsAgainstRules),
  ];
  const wrong = results.flatMap((result) => result.wrong);
  const planted = results.reduce((sum, result) => sum + result.planted, 0);
  report("audit", {
    invariants: invariants.length,
    "errors planted": planted,
    "found by exactly their invariants": planted - wrong.length,
  });
  expect(wrong).toEqual([]);
}, 120_000);

test("finds each planted difference between the bank's books and the shop's", async () => {
  expect(await auditAgainstGateway(shop)).toEqual([]);
  const copy = copyRows(copyFile(shop, "gaps.sqlite"));
  const bank = await shop.sandbox.books();
  const [taken = [], refunds = []] = copy.ask([
    `SELECT t.id, t.payment_id, p.authority FROM transfer t JOIN payment p ON p.id = t.payment_id
     WHERE t.debit_account_id LIKE 'gateway:%' ORDER BY p.created_at`,
    `SELECT f.id, f.gateway_toman * 10 AS amount_rial, p.authority
     FROM refund f JOIN payment p ON p.order_id = f.order_id
     WHERE f.provider_ref IS NOT NULL`,
  ]);
  const given = (refunds as { id: string; amount_rial: number; authority: string }[]).map(
    (refund) => {
      const isMeant = ({ authority, amountRial }: (typeof bank.refunds)[number]) =>
        authority === refund.authority && amountRial === refund.amount_rial;
      return { id: refund.id, bank_id: bank.refunds.find(isMeant)?.id ?? 0 };
    },
  );
  const random = createRandom("gaps");
  const all = [
    ...(taken as unknown as Taken[]).flatMap((payment) =>
      gapsOfPayments.map((make) => make(payment)),
    ),
    ...given.flatMap((refund) => gapsOfRefunds.map((make) => make(refund))),
  ];
  const gaps = random.shuffle(all).slice(0, amount(40, 400));
  const wrong = gaps.flatMap((gap) => {
    const theirs = structuredClone(bank);
    gap.bank?.(theirs);
    const look = () => compareBooks(theirs, copy.ask(SHOP_BOOKS));
    const found = gap.sql === undefined ? look() : copy.with(gap.sql, look);
    return found.length === 1 && found[0] === gap.finding ? [] : [{ gap, found }];
  });
  copy.close();
  report("reconciliation", {
    "differences planted": gaps.length,
    "found, and nothing else": gaps.length - wrong.length,
  });
  expect(wrong).toEqual([]);
  expect(gaps).toHaveLength(amount(40, 400));
});

/** Runs `npm run audit` as an operator types it. */
async function audit(...words: string[]) {
  const env = { ...process.env, DATA_DIR: shop.stack.dataDir };
  const { code, output } = await runNode(
    [join(root, "scripts", "command.mjs"), "audit", ...words],
    { env },
  );
  const lines = output.trimEnd().split("\n");
  return { code, output, wrong: lines.filter((line) => line.startsWith("✗")), last: lines.at(-1) };
}

test("the command audits a shop in use or any file, and its exit code tells the result", async () => {
  const shopper = await shop.newShopper({ balanceToman: 20_000_000 });
  const product = await shop.newProduct({ priceToman: 50_000, stock: 400 });
  const use = { isOver: false };
  const buy = async () => {
    while (!use.isOver) {
      await shopper.buy(product);
    }
  };
  const [running] = await Promise.all([audit().finally(() => (use.isOver = true)), buy()]);
  const count = invariants.filter(({ isWarning }) => !isWarning).length + 2;
  expect(running).toMatchObject({ code: 0, wrong: [], last: `${String(count)} invariants hold` });
  expect(running.output).toContain("✓ Every account holds the sum of its transfers\n");
  expect(running.output).toMatch(/^! Refunds are on their way, and none needs a person: [\w-]+$/m);

  const path = copyFile(shop, "tampered.sqlite");
  const file = new DatabaseSync(path);
  file.exec(`UPDATE account SET credits_toman = credits_toman + 5
      WHERE id IN ('shopper:shopper-1', 'shop:sales');
    DROP TRIGGER transfer_never_changes;
    DROP INDEX payment_once_per_reference;
    CREATE TRIGGER extra AFTER INSERT ON transfer BEGIN SELECT 1; END;
    DROP TRIGGER code_sold_for_good;
    CREATE TRIGGER code_sold_for_good BEFORE UPDATE ON code WHEN 0 BEGIN SELECT 1; END`);
  file.close();
  expect(await audit(path)).toMatchObject({
    code: 1,
    wrong: [
      "✗ Every account holds the sum of its transfers: shop:sales, shopper:shopper-1",
      "✗ All accounts together sum to zero: all accounts",
      "✗ A wallet's history sums to its balance: shopper:shopper-1",
      expect.stringMatching(
        new RegExp(
          "^✗ Tables, indexes and triggers are those of the migrations: " +
            "(?=.*index payment_once_per_reference is missing)" +
            "(?=.*trigger transfer_never_changes is missing)" +
            "(?=.*trigger code_sold_for_good is another)" +
            "(?=.*trigger extra is unknown)",
        ),
      ) as string,
    ],
    last: `4 of ${String(count)} broken`,
  });
});

test("explains in a sentence what the command cannot audit", async () => {
  const empty = join(shop.stack.dataDir, "empty.sqlite");
  new DatabaseSync(empty).close();
  expect(await audit(empty)).toMatchObject({
    code: 1,
    last: expect.stringContaining("is it a shop's database") as string,
  });
  expect(await audit("/nowhere.sqlite")).toMatchObject({
    code: 1,
    last: "There is no file /nowhere.sqlite.",
  });
  expect(await audit("--all")).toMatchObject({
    code: 1,
    output: expect.stringContaining("npm run audit -- --remote") as string,
  });
});
