/** How prices follow a rate. Section 10.34. */

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
  // Whole numbers until the end, so that a price on the step is not pushed to the next one.
  const exact = (rule.faceCents * rateToman * (10_000 + rule.marginBasisPoints)) / 1_000_000;
  return roundUp(Math.round(exact * 100) / 100, stepToman);
}

/**
 * Returns the prices of a product whose price becomes `price`: the sale price moves with it and
 * stays below it, and the cashback never exceeds what is paid. `base` are the prices that an operator
 * made, not those of the last move, so that a rate that comes back brings them back.
 */
export function moveWith(base: PriceNow, price: number, stepToman: number): PriceNow {
  if (price === base.price) return base;
  const moved = base.sale === null ? null : roundUp((base.sale * price) / base.price, stepToman);
  const sale = moved === null || moved >= price ? null : moved;
  return { price, sale, reward: Math.min(base.reward, sale ?? price) };
}

/**
 * Returns the margin, in ten-thousandths, with which a rate makes today's price. Rounded down, since
 * prices are rounded up.
 */
export function marginOf(price: number, faceCents: number, rateToman: number): number {
  return Math.floor((price * 1_000_000) / (faceCents * rateToman) - 10_000);
}

/** A price that moves by more has its own tick. */
const JUMP_PERCENT = 5;

type Flag = "below_cost" | "jump" | "sale_ends";

/** Names why a price needs an operator's own tick before it is published. `cost`: toman, null without codes. */
export function flagsOf(now: PriceNow, next: PriceNow, cost: number | null): Flag[] {
  const paid = next.sale ?? next.price;
  const flags: Flag[] = [];
  if (cost !== null && paid < cost) flags.push("below_cost");
  if (Math.abs(next.price - now.price) * 100 > JUMP_PERCENT * now.price) flags.push("jump");
  if (now.sale !== null && next.sale === null) flags.push("sale_ends");
  return flags;
}
