import { toPersianDigits } from "../../../persian/digits.ts";
import { runBatch, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import { type RateRow, findAutomaticRates } from "../rate/statements.ts";
import { isChanging, readPrices, toNewPrice } from "./preview.ts";
import * as statements from "./statements.ts";

/** Prices change only when the rate differs by this much from the rate that they were made with. */
const STEP_PERCENT = 1;

/**
 * Changes prices automatically for the rates for which an owner allowed it. Prices that need an
 * operator's tick (a jump, below cost, an ended sale) and all prices of an old rate wait for an
 * operator.
 */
export async function followRates(shop: Shop): Promise<void> {
  const { db, now } = shop;
  const results = await readAll(findAutomaticRates(db));
  const moved = results.filter(hasMoved);
  if (moved.length === 0) return;
  const found = await readPrices(shop, []);
  for (const rate of moved) {
    if (found.isOld(rate)) continue;
    const prices = found.rows
      .filter((row) => row.currency === rate.currency && row.rate?.toman === rate.toman)
      .filter((row) => isChanging(row) && row.flags.length === 0)
      .flatMap(toNewPrice);
    if (prices.length > 0) await publish(db, rate, prices, now());
  }
}

const hasMoved = ({ toman, made_with_toman: made }: RateRow): boolean =>
  toman !== null && (made === null || Math.abs(toman - made) * 100 >= STEP_PERCENT * made);

async function publish(
  db: D1Database,
  rate: RateRow,
  prices: readonly statements.NewPrice[],
  now: number,
): Promise<void> {
  const owner = rate.automatic_by ?? "";
  const reason = "خودکار، با نرخ";
  await runBatch(db, [
    statements.claimAutomatic(db, rate.currency, owner),
    ...statements.changePrices(db, prices, { operator: owner, reason, now }),
    noteDecision(
      { db, operator: { name: owner, network: "" }, moment: now },
      "price",
      rate.currency,
      "followed",
      {
        note: `${toPersianDigits(prices.length)} قیمت · ${reason}`,
        before: rate.made_with_toman === null ? null : String(rate.made_with_toman),
        after: String(rate.toman),
      },
    ),
  ]);
}
