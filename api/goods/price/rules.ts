/** How prices follow a rate: section 10.34 of docs/specification.md. */

export interface PriceNow {
  price: number;
  sale: number | null;
  reward: number;
}

const roundUp = (toman: number, step: number) => Math.ceil(toman / step) * step;

/**
 * Returns face value × rate × (1 + margin), rounded up to `stepToman`. `faceCents` are hundredths
 * of the currency, `marginBasisPoints` ten-thousandths.
 */
export function priceByRate(
  rule: { faceCents: number; marginBasisPoints: number },
  rateToman: number,
  stepToman: number,
): number {
  // Computed in whole numbers until the end, so that rounding errors never push an exact price one
  // step up.
  const exact = (rule.faceCents * rateToman * (10_000 + rule.marginBasisPoints)) / 1_000_000;
  return roundUp(Math.round(exact * 100) / 100, stepToman);
}

/**
 * Returns the prices of a product whose price becomes `price`: the sale price changes in proportion
 * and stays below it, and the cashback never exceeds what is paid. `base` are the prices that an
 * operator made, not the last computed ones, so that a rate that returns to its old value also
 * restores the old prices.
 */
export function moveWith(base: PriceNow, price: number, stepToman: number): PriceNow {
  if (price === base.price) return base;
  const moved = base.sale === null ? null : roundUp((base.sale * price) / base.price, stepToman);
  const sale = moved === null || moved >= price ? null : moved;
  return { price, sale, reward: Math.min(base.reward, sale ?? price) };
}

/**
 * Returns the margin, in ten-thousandths, at which a rate gives today's price. Rounded down,
 * because prices are rounded up.
 */
export function marginOf(price: number, faceCents: number, rateToman: number): number {
  return Math.floor((price * 1_000_000) / (faceCents * rateToman) - 10_000);
}

/** An operator must tick a price that changes by more than this. */
const JUMP_PERCENT = 5;

type Flag = "below_cost" | "jump" | "sale_ends";

/**
 * Returns the reasons why an operator must tick a price before it is published. `cost` is in toman,
 * null when it is not known.
 */
export function flagsOf(now: PriceNow, next: PriceNow, cost: number | null): Flag[] {
  const paid = next.sale ?? next.price;
  const flags: Flag[] = [];
  if (cost !== null && paid < cost) flags.push("below_cost");
  if (Math.abs(next.price - now.price) * 100 > JUMP_PERCENT * now.price) flags.push("jump");
  if (now.sale !== null && next.sale === null) flags.push("sale_ends");
  return flags;
}
