import { expect } from "vitest";
import {
  cancelPricePlan,
  previewPrices,
  publishPrices,
  setPriceRule,
} from "../../../contract/desk/price.ts";
import { confirmRate, letPricesFollow, listRates, setRate } from "../../../contract/desk/rate.ts";
import type { TestShop } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { type Guard, expectRefused } from "./guard.ts";
import { checks, refused } from "./schema.ts";

/** Guards of exchange rates and of the prices that are computed from them. */

const rate = (changes: string, currency = "EUR") =>
  `UPDATE rate SET ${changes} WHERE currency = '${currency}'`;
const rule = (face: number, margin: number, isFixed: number) =>
  `INSERT INTO price_rule VALUES ('steam-global-20', 'USD', ${String(face)}, ${String(margin)},
     ${String(isFixed)})`;
const plan = (state: string, endedAt: string, count: string) =>
  `INSERT INTO price_plan (id, state, operator, reason, prices, publish_at, created_at, ended_at,
     published_count)
   VALUES ('planned', '${state}', 'nobody', '', '[]', 1, 1, ${endedAt}, ${count})`;

const version = async (shop: TestShop) =>
  (await shop.desk(listRates)).body.rates.find(({ currency }) => currency === "USD")?.version ?? 0;

/** Makes a product that follows the dollar at 108,000 toman, and previews its price. */
async function previewed(shop: TestShop) {
  await shop.sql(
    `UPDATE rate SET source = 'hand', toman = 108000, read_at = ?1, confirmed_toman = 108000
     WHERE currency = 'USD'`,
    Date.now(),
  );
  await shop.sql("DELETE FROM price_rule");
  const id = await shop.newProduct({ priceToman: 1_085_000 });
  await shop.desk(setPriceRule, {
    params: { id },
    body: { rule: { currency: "USD", faceCents: 1_000, marginBasisPoints: 0 } },
  });
  const { fingerprint } = (await shop.desk(previewPrices, { body: {} })).body;
  return { id, body: { fingerprint, productIds: [id] } };
}

const priceOf = async (shop: TestShop, id: string) =>
  (await shop.sql("SELECT price_toman AS price FROM product WHERE id = ?1", id))[0]?.["price"];

export const guardsOfRate: Guard[] = [
  ...checks("rate", {
    "(currency IN ('USD', 'EUR', 'GBP', 'TRY', 'AED'))": "INSERT INTO rate (currency) VALUES ('X')",
    "(source IN ('hand', 'market', 'address', 'dollar'))": rate("source = 'guess'"),
    "(toman BETWEEN 1 AND 99999999)": rate("toman = 0, read_at = 1"),
    "(held_toman BETWEEN 1 AND 99999999)": rate("held_toman = 0, held_at = 1"),
    "(trouble IN ('silent', 'unreadable', 'apart', 'far'))": rate(
      "trouble = 'bored', trouble_since = 1",
    ),
    "(band_percent BETWEEN 1 AND 25)": rate("band_percent = 26"),
    "((source = 'dollar') = (per_dollar IS NOT NULL))": rate("source = 'dollar'"),
    "(source <> 'dollar' OR currency <> 'USD')": rate("source = 'dollar', per_dollar = '1'", "USD"),
    "(source <> 'market' OR currency = 'USD')": rate("source = 'market'"),
    "((toman IS NULL) = (read_at IS NULL))": rate("toman = 5, read_at = NULL"),
    "((held_toman IS NULL) = (held_at IS NULL))": rate("held_toman = 5, held_at = NULL"),
    "((trouble IS NULL) = (trouble_since IS NULL))": rate("trouble_since = 5, trouble = NULL"),
  }),
  ...checks("price_rule", {
    "(face_cents BETWEEN 1 AND 10000000)": rule(0, 0, 0),
    "(margin_basis_points BETWEEN -5000 AND 20000)": rule(1, -5_001, 0),
    "(is_fixed IN (0, 1))": rule(1, 0, 2),
  }),
  ...checks("price_plan", {
    "(state IN ('planned', 'published', 'cancelled'))": plan("lost", "1", "NULL"),
    "((state = 'planned') = (ended_at IS NULL))": plan("cancelled", "NULL", "NULL"),
    "((state = 'published') = (published_count IS NOT NULL))": plan("cancelled", "1", "3"),
  }),
  refused(
    "trigger price_plan_path",
    plan("cancelled", "1", "NULL"),
    "UPDATE price_plan SET state = 'planned', ended_at = NULL WHERE id = 'planned'",
  ),
  {
    name: "must: the rate is as it was seen",
    async attack({ shop, meanwhile }) {
      const change = async (toman: number) => ({
        params: { currency: "USD" },
        body: { source: "hand" as const, toman, isSure: true, version: await version(shop) },
      });
      const rival = deskRequest(shop, setRate, await change(109_000));
      const mine = await change(110_000);
      const answer = await meanwhile("'the rate is as it was seen'", [rival], () =>
        shop.desk(setRate, mine),
      );
      expectRefused(answer, "stale_rate");
    },
  },
  {
    name: "must: this rate waits",
    async attack({ shop, meanwhile }) {
      await shop.sql("UPDATE rate SET held_toman = 120000, held_at = 1 WHERE currency = 'USD'");
      const request = { params: { currency: "USD" }, body: { toman: 120_000 } };
      const rival = deskRequest(shop, confirmRate, request);
      const answer = await meanwhile("'this rate waits'", [rival], () =>
        shop.desk(confirmRate, request),
      );
      expectRefused(answer, "stale_rate");
    },
  },
  {
    name: "must: prices are as they were seen",
    async attack({ shop, meanwhile }) {
      const { body } = await previewed(shop);
      const rival = deskRequest(shop, publishPrices, { body });
      const answer = await meanwhile("'prices are as they were seen'", [rival], () =>
        shop.desk(publishPrices, { body }),
      );
      expectRefused(answer, "prices_moved");
    },
  },
  {
    name: "must: the plan waits",
    heldAlsoBy: ["trigger price_plan_path"],
    async attack({ shop, meanwhile }) {
      const { body } = await previewed(shop);
      const at = new Date(Date.now() + 3_600_000).toISOString();
      const { planId } = (await shop.desk(publishPrices, { body: { ...body, at } })).body;
      const request = { params: { id: planId ?? "" } };
      const rival = deskRequest(shop, cancelPricePlan, request);
      const answer = await meanwhile("'the plan waits'", [rival], () =>
        shop.desk(cancelPricePlan, request),
      );
      expectRefused(answer, "plan_ended");
    },
  },
  {
    name: "must: prices may follow the rate",
    async attack({ shop, meanwhile }) {
      const { id } = await previewed(shop);
      await shop.sql(
        `UPDATE rate SET automatic_by = 'somebody', made_with_toman = 100000
         WHERE currency = 'USD'`,
      );
      const stop = deskRequest(shop, letPricesFollow, {
        params: { currency: "USD" },
        body: { isAutomatic: false, version: await version(shop) },
      });
      await meanwhile("'prices may follow the rate'", [stop], () => shop.runJobs("prices by rate"));
      expect(await priceOf(shop, id)).toBe(1_085_000);
    },
  },
];
