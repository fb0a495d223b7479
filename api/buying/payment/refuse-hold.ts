import { OPEN_HOLDS_MAX, paymentRefusals } from "../../../contract/payment.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import type { PricedCart } from "../cart/rules.ts";
import type { LapsedRow } from "../checkout/lapsed-holds.ts";
import { holdMax, secondHoldMax } from "../checkout/rules.ts";
import type { TakeOver } from "./own-holds.ts";
import { type StartOutcome, refused } from "./start-at-gateway.ts";

/**
 * Returns the refusal of a payment that would hold more than its shopper may, given their other
 * open payments and their unpaid holds; null when it is allowed.
 */
export function refuseHold(
  lines: PricedCart["lines"],
  { left, reachOf, lapsesOf }: TakeOver,
  lapsed: readonly LapsedRow[],
): StartOutcome | null {
  if (left.length >= OPEN_HOLDS_MAX) return refused(paymentRefusals.tooManyHolds);
  const tooMany = lines.filter(
    (line) => left.length > 0 && line.units > secondHoldMax(reachOf(line)),
  );
  if (tooMany.length > 0)
    return {
      kind: "refused",
      refusal: paymentRefusals.secondHoldTooLarge,
      details: tooMany.map(({ name }) => name).join("، "),
    };
  const shrunk = lines
    .map((line) => ({
      ...line,
      max: holdMax(reachOf(line), [
        ...lapsed.filter(({ product_id }) => product_id === line.id),
        ...lapsesOf(line.id),
      ]),
    }))
    .filter((line) => line.units > line.max);
  if (shrunk.length === 0) return null;
  return {
    kind: "refused",
    refusal: paymentRefusals.holdShrunk,
    details: shrunk.map(({ name, max }) => `${name}: ${toPersianDigits(max)}`).join("، "),
  };
}
