import { expect } from "vitest";
import { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import { endOperator } from "../../../contract/desk/operator.ts";
import { changePrice } from "../../../contract/desk/product.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { exportBatch } from "../../../contract/desk/stock.ts";
import { newOperator } from "../../support/operator.ts";
import type { TestShop } from "../../support/shop.ts";
import { type WireRequest, deskRequest } from "../../support/wire-request.ts";
import { amount } from "../scale.ts";
import { AT_ONCE, type Scenario, each, ofStatus, tally } from "./scenario.ts";
import { HOUR } from "../../support/time.ts";

/** Races for the sum that an operator may give away, in which two limits are reached at once. */

const MOST_TOMAN = 20_000_000;
const OPENED_MAX = 500;
const COST_TOMAN = 5_500_000;
/** Few rounds, since each adds operators, and every later call of an owner reads all operators. */
const ROUNDS = amount(4, 300);

const reason = "کد کار نمی‌کند";

/** Makes a batch of codes at 5,500,000 toman. Six of them are sold; returns the ids of these. */
async function shelf(shop: TestShop, stock: number) {
  const productId = await shop.newProduct({ priceToman: 6_000_000, stock });
  await shop.sql(
    "UPDATE code_batch SET unit_cost_toman = ?2 WHERE product_id = ?1",
    productId,
    COST_TOMAN,
  );
  for (const shopper of await shop.newShoppers(2, { balanceToman: 18_000_000 })) {
    await shopper.buy(productId, 3);
  }
  const rows = await shop.sql<{ id: string; batch_id: string; status: string }>(
    "SELECT id, batch_id, status FROM code WHERE product_id = ?1",
    productId,
  );
  const sold = rows.filter(({ status }) => status === "sold").map(({ id }) => id);
  expect(sold).toHaveLength(6);
  return { productId, batchId: rows[0]?.batch_id ?? "", sold };
}

/** Makes an operator whom the inviter invited today, so that the two share one sum. */
async function newcomerOf(shop: TestShop, inviter: string) {
  const newcomer = await newOperator(shop, { role: "finance", enteredAt: Date.now() });
  await shop.sql(
    `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, created_at)
     VALUES (?1, ?2, 'operator', ?3, 'invited', ?4)`,
    crypto.randomUUID(),
    inviter,
    newcomer.name,
    Date.now(),
  );
  return newcomer;
}

/** Sums what two operators booked alone, and counts the codes that they know or replaced. */
async function givenBy(shop: TestShop, productId: string, names: readonly string[]) {
  const [row] = await shop.sql<{ booked: number; known: number; replaced: number }>(
    `SELECT
       (SELECT coalesce(sum(toman), 0) FROM given_away
         WHERE confirmed_by IS NULL AND operator IN (SELECT value FROM json_each(?1))) AS booked,
       (SELECT count(DISTINCT code_id) FROM code_knower JOIN code ON code.id = code_id
         WHERE way IN ('operator', 'export') AND product_id = ?2) AS known,
       (SELECT count(*) FROM given_away WHERE way = 'replacement' AND confirmed_by IS NULL
         AND operator IN (SELECT value FROM json_each(?1))) AS replaced`,
    JSON.stringify(names),
    productId,
  );
  return row ?? { booked: -1, known: -1, replaced: -1 };
}

const read = (by: { token?: string | undefined }, codeId: string): WireRequest =>
  deskRequest({ deskToken: by.token ?? "" }, revealCode, {
    params: { codeId },
    body: { why: "test", note: "" },
  });

export const givingRaces: Scenario[] = [
  {
    name: "an operator and a newly invited one read, replace and export codes",
    rounds: ROUNDS,
    async prepare({ shop }, rounds) {
      return each(rounds, () => async (random) => {
        const { productId, batchId, sold } = await shelf(shop, 8);
        const one = await newOperator(shop, { role: "finance" });
        const both = [one, await newcomerOf(shop, one.name)];
        const ask = () => ({ deskToken: random.pick(both).token ?? "" });
        return {
          calls: random.shuffle([
            ...each(8, () => read(random.pick(both), random.pick(sold))),
            ...each(8, () =>
              deskRequest(ask(), replaceCode, {
                params: { codeId: random.pick(sold) },
                body: { reason },
              }),
            ),
            ...each(4, () =>
              deskRequest(ask(), exportBatch, { params: { id: batchId }, body: { reason } }),
            ),
          ]),
          async check(answers) {
            expect(ofStatus(answers, 200).length).toBeGreaterThan(0);
            const given = await givenBy(
              shop,
              productId,
              both.map(({ name }) => name),
            );
            expect(given.booked).toBeLessThanOrEqual(MOST_TOMAN);
            expect((given.known + given.replaced) * COST_TOMAN).toBeLessThanOrEqual(given.booked);
          },
        };
      });
    },
  },
  {
    name: "an operator reaches the openings of an hour and the sum of a day at once",
    rounds: ROUNDS,
    async prepare({ shop }, rounds) {
      return each(rounds, () => async (random) => {
        const { productId, sold } = await shelf(shop, 6);
        const one = await newOperator(shop, { role: "finance" });
        const left = 1 + random.below(AT_ONCE - 1);
        const hour = Math.floor(Date.now() / HOUR) * HOUR;
        return {
          before: [hour, hour + HOUR].map((start) => ({
            text: `INSERT INTO rate_limit (kind, who, window_start, count)
              VALUES ('desk_opened', ?1, ?2, ?3)`,
            values: [one.name, start, OPENED_MAX - left],
          })),
          calls: each(AT_ONCE, () => read(one, random.pick(sold))),
          async check(answers) {
            expect(tally(answers)).toMatchObject({ "429 opened_much": AT_ONCE - left });
            const { booked, known } = await givenBy(shop, productId, [one.name]);
            expect(booked).toBeLessThanOrEqual(MOST_TOMAN);
            // Two readings of one code at once both count.
            expect(known * COST_TOMAN).toBeLessThanOrEqual(booked);
          },
        };
      });
    },
  },
  {
    name: "a price below cost is confirmed and set while the two operators are ended",
    rounds: ROUNDS,
    async prepare({ shop }, rounds) {
      return each(rounds, () => async (random) => {
        const { productId } = await shelf(shop, 7);
        const [one, second] = [await newOperator(shop), await newOperator(shop)];
        const seen = { price: 6_000_000, priceAfterDiscount: null, reward: 0 };
        const change = {
          params: { id: productId },
          body: { price: 1_000, priceAfterDiscount: null, reward: 0, reason: "اصلاح نرخ", seen },
        };
        expect((await one.ask(changePrice, change)).status).toBe(409);
        const [asked] = await shop.sql<{ id: string }>(
          "SELECT id FROM proposal WHERE subject_id = ?1 AND state = 'open'",
          productId,
        );
        const end = (name: string) => deskRequest(shop, endOperator, { params: { name } });
        return {
          calls: random.shuffle([
            ...each(7, () =>
              deskRequest({ deskToken: second.token ?? "" }, decideProposal, {
                params: { id: asked?.id ?? "" },
                body: { status: "confirmed" },
              }),
            ),
            ...each(9, () => deskRequest({ deskToken: one.token ?? "" }, changePrice, change)),
            ...each(2, () => end(one.name)),
            ...each(2, () => end(second.name)),
          ]),
          async check() {
            const [now] = await shop.sql<Record<string, unknown>>(
              `SELECT (SELECT price_toman FROM product WHERE id = ?1) AS price,
                 (SELECT count(*) FROM given_away WHERE subject_id = ?1
                   AND confirmed_by = ?2 AND given_at IS NOT NULL) AS given,
                 (SELECT count(*) FROM given_away WHERE subject_id = ?1) AS allowed,
                 (SELECT count(*) FROM proposal WHERE state = 'open' AND asked_by = ?3) AS open,
                 (SELECT count(*) FROM operator WHERE name IN (?2, ?3) AND ended_at IS NULL)
                   AS working`,
              productId,
              second.name,
              one.name,
            );
            const isSet = now?.["price"] === 1_000;
            expect(now).toMatchObject({ given: isSet ? 1 : 0, open: 0, working: 0 });
            expect(Number(now?.["allowed"])).toBeLessThanOrEqual(1);
          },
        };
      });
    },
  },
];
