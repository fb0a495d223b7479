import type { PriceRow } from "../../../contract/desk/price.ts";
import { readFaceValue } from "../../../persian/currency.ts";
import { readTogether } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { sha256 } from "../../base/vault.ts";
import { pictureOf } from "../picture/address.ts";
import { isOldRate } from "../rate/rules.ts";
import { type RateRow, findRates } from "../rate/statements.ts";
import { type PriceNow, flagsOf, marginOf, moveWith, priceByRate } from "./rules.ts";
import * as statements from "./statements.ts";

export interface PreviewedRow extends PriceRow {
  rate: RateRow | undefined;
  /** The prices that an operator made; the next prices are computed from them. */
  base: PriceNow;
}

/** Margins that an operator entered but has not published yet, by product. */
type Margins = readonly { productId: string; marginBasisPoints: number }[];

/** Reads what each price would be at the current rates. */
export async function readPrices({ db, settings, now }: Shop, margins: Margins) {
  const moment = now();
  const [ruled, rates, byHand, planned] = await readTogether(db, [
    statements.findRuled(db, moment),
    findRates(db),
    statements.findByHand(db),
    statements.findPlans(db),
  ]);
  const written = new Map(margins.map((one) => [one.productId, one.marginBasisPoints]));
  const rows = ruled.map((row): PreviewedRow => {
    const rate = rates.find(({ currency }) => currency === row.currency);
    return preview(row, rate, written.get(row.id), settings.PRICE_STEP_TOMAN);
  });
  return {
    rows,
    byHand: byHand.length,
    readable: rates
      .map((rate) => ({ currency: rate.currency, products: rulesFor(byHand, rate).length }))
      .filter(({ products }) => products > 0),
    plans: planned,
    isOld: (rate: RateRow) => rate.read_at !== null && isOldRate(rate.source, rate.read_at, moment),
  };
}

/** The allowed range of margins, in ten-thousandths. */
const MARGINS = { least: -5_000, most: 20_000 };

/**
 * Returns the rules by which products priced by hand would follow a rate, with the margin that
 * gives today's price. Leaves out products whose face value is in another currency, or whose margin
 * would be out of range.
 */
export function rulesFor(
  byHand: readonly statements.ByHandRow[],
  { currency, toman }: Pick<RateRow, "currency" | "toman">,
): statements.Rule[] {
  return byHand.flatMap(({ id: productId, denomination, price_toman: price }) => {
    const face = readFaceValue(denomination);
    if (face?.currency !== currency || toman === null) return [];
    const marginBasisPoints = marginOf(price, face.cents, toman);
    if (marginBasisPoints < MARGINS.least || marginBasisPoints > MARGINS.most) return [];
    return [{ productId, currency, faceCents: face.cents, marginBasisPoints, isFixed: false }];
  });
}

const samePrices = (a: PriceNow, b: PriceNow) =>
  a.price === b.price && a.sale === b.sale && a.reward === b.reward;

export const isChanging = ({ isFixed, now, next }: PriceRow): boolean =>
  !isFixed && next !== null && !samePrices(now, next);

/** Converts a previewed price to the change that publishes it. */
export function toNewPrice(row: PreviewedRow): statements.NewPrice[] {
  const { productId: id, now, next, base, currency, rate } = row;
  if (next === null || !rate?.toman) return [];
  const seen = { seenPrice: now.price, seenSale: now.sale, seenReward: now.reward };
  return [{ id, ...seen, ...next, base, currency, rate: rate.toman }];
}

function preview(
  row: statements.RuledRow,
  rate: RateRow | undefined,
  writtenMargin: number | undefined,
  stepToman: number,
): PreviewedRow {
  const now = { price: row.price_toman, sale: row.sale_price_toman, reward: row.reward_toman };
  const base = baseOf(row) ?? now;
  const cost = row.unit_cost_toman === 0 ? null : row.unit_cost_toman;
  const marginBasisPoints = writtenMargin ?? row.margin_basis_points;
  const price = rate?.toman
    ? priceByRate({ faceCents: row.face_cents, marginBasisPoints }, rate.toman, stepToman)
    : null;
  const next = price === null || price < 1 ? null : nextPrices(now, base, price, stepToman);
  return {
    productId: row.id,
    name: row.name,
    subcategory: row.subcategory,
    imageUrl: pictureOf(row, row.id, "small"),
    currency: row.currency,
    faceCents: row.face_cents,
    marginBasisPoints,
    isFixed: row.is_fixed === 1,
    isOnSale: row.is_active === 1,
    stock: row.stock,
    cost,
    now,
    next,
    flags: next === null || row.is_fixed === 1 ? [] : flagsOf(now, next, cost),
    rate,
    base,
  };
}

/** Returns the prices that an operator made, if a rate has changed them since; otherwise null. */
const baseOf = ({
  base_price_toman: price,
  base_sale_price_toman: sale,
  base_reward_toman: reward,
}: statements.RuledRow): PriceNow | null =>
  price === null || reward === null ? null : { price, sale, reward };

/** If the price does not change, sale price and cashback do not change either. */
const nextPrices = (now: PriceNow, base: PriceNow, price: number, stepToman: number): PriceNow =>
  price === now.price ? now : moveWith(base, price, stepToman);

/** Identifies a preview: the same rates, costs, prices and margins give the same text. */
export async function fingerprintOf(rows: readonly PreviewedRow[]): Promise<string> {
  const facts = rows.map(({ productId, now, next, cost, isFixed, marginBasisPoints, rate }) => [
    productId,
    now,
    next,
    cost,
    isFixed,
    marginBasisPoints,
    rate?.toman,
  ]);
  return (await sha256(JSON.stringify(facts))).slice(0, 32);
}
