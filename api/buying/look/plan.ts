import { readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { HOUR_MS } from "../../base/time.ts";
import type { DeliveryType } from "../../../contract/catalogue.ts";
import { type Payer, claimAllowance, findWholeAllowance, readSums } from "./limits.ts";
import type { Held, WhyHeld } from "./why.ts";

/** The facts of an item that decide whether its order is held. */
interface SoldLine {
  deliveryType: DeliveryType;
  /** The value of the line: the highest of total, list price and cost. */
  worthToman: number;
}

/**
 * Decides whether a paid order is held for a look. `held` is null when the order is delivered as
 * usual; `claim` aborts the batch when the decision is no longer right.
 */
export async function planLook(
  shop: Shop,
  payer: Payer,
  { items, roomToman }: { items: readonly SoldLine[]; roomToman: number },
  now: number,
): Promise<{ held: Held | null; claim: D1PreparedStatement }> {
  const { db, settings } = shop;
  const instantToman = items
    .filter(({ deliveryType }) => deliveryType === "instant")
    .reduce((sum, { worthToman }) => sum + worthToman, 0);
  const isHeld =
    instantToman > roomToman &&
    instantToman >
      ((await readFirst(findWholeAllowance(db, payer, settings, now)))?.allowance_toman ?? 0);
  return {
    held: isHeld
      ? {
          dueAt: now + settings.LOOK_HOURS * HOUR_MS,
          ...(await findRule(shop, payer, instantToman, now)),
        }
      : null,
    claim: claimAllowance(db, payer, { instantToman, isHeld }, settings, now),
  };
}

/** Finds the limit that the order exceeds. */
async function findRule(
  { db, settings }: Shop,
  payer: Payer,
  instantToman: number,
  now: number,
): Promise<WhyHeld> {
  const { LOOK_HOUR_TOMAN: hourToman, LOOK_DAY_TOMAN: dayToman } = settings;
  const sums = await readFirst(readSums(db, payer, settings, now));
  if (!sums) throw new Error("What was bought before is not summed up");
  const why = (rule: WhyHeld["look_rule"], before: number, limitToman: number) => ({
    look_rule: rule,
    look_sum_toman: before + instantToman,
    look_limit_toman: limitToman,
  });
  if (sums.is_young === 0) return why("unusual", sums.free_toman, sums.usual_toman);
  return hourToman > 0 && sums.hour_toman + instantToman > hourToman
    ? why("hour", sums.hour_toman, hourToman)
    : why("day", sums.day_toman, dayToman);
}
