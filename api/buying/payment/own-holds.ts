import { type Statement } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import type { ShopperCart } from "../cart/read-cart.ts";
import { LAPSE_MS, type Lapse } from "../checkout/rules.ts";
import { orderReleased } from "./release.ts";
import { FIRST_LATE_CHECK_AFTER_MS } from "./schedule.ts";
import * as statements from "./statements.ts";

/**
 * What a shopper's unfinished payments hold. A new payment for the same cart takes these holds
 * over, so that people are not locked out by their own holds.
 */

export type OwnHoldRow = statements.OrderPayment & {
  authority: string | null;
  cart_version: number;
  discount_code_id: string | null;
  created_at: number;
  hold_expires_at: number;
  /** The part of the order's price that is held from the wallet, in toman. */
  held_toman: number;
  /** Units by product, as JSON. */
  units: string;
};

export function findOwnHolds(db: D1Database, userId: string): Statement<OwnHoldRow> {
  return db
    .prepare(
      `SELECT p.id, p.user_id, p.gateway, p.amount_toman, p.purpose, p.order_id, p.authority,
         o.cart_version, o.discount_code_id, o.created_at, o.hold_expires_at, coalesce((
           SELECT credits_toman - debits_toman FROM account WHERE id = 'hold:' || o.id), 0) AS held_toman,
         (SELECT json_group_object(product_id, quantity) FROM order_item WHERE order_id = o.id)
           AS units
       FROM orders o JOIN payment p ON p.order_id = o.id
       WHERE o.user_id = ?1 AND o.state = 'awaiting' AND p.state IN ('initiating', 'pending')
         AND o.hold_expires_at > 0`,
    )
    .bind(userId);
}

/** A line of the cart; `available` is what is on sale, together with what the shopper holds. */
type RequestedLine = Pick<ShopperCart["lines"][number], "id" | "units" | "available">;

export interface TakeOver {
  taken: OwnHoldRow[];
  /** Open holds for other carts, which are not taken over. */
  left: OwnHoldRow[];
  /** The units of a line that can be held while the holds in `left` remain. */
  reachOf: (line: RequestedLine) => number;
  /**
   * The holds of a product that are taken over, except those of payments that the gateway never
   * answered. They count as unpaid holds that lasted until now.
   */
  lapsesOf: (productId: string) => Lapse[];
  /** The sum that returns to the wallet from the holds taken over. */
  freedToman: number;
}

/**
 * Chooses which holds a payment takes over: all holds for the same cart, and holds for an earlier
 * cart if a line or the discount code of this cart needs them.
 */
export function planTakeOver(
  holds: readonly OwnHoldRow[],
  { version, lines, discount }: Pick<ShopperCart, "version" | "lines" | "discount">,
  now: number,
): TakeOver {
  const others = holds.filter(
    (hold) => hold.cart_version !== version && hold.hold_expires_at > now,
  );
  const short = lines.filter((line) => line.units > reach(line, others));
  const uses = others.filter((hold) => hold.discount_code_id === discount?.id).length;
  const isCodeUsedUp =
    discount !== null &&
    (discount.own_uses + uses >= discount.uses_per_user_max ||
      discount.uses + uses >= (discount.uses_max ?? Infinity));
  const left = others.filter(
    (hold) =>
      !short.some(({ id }) => unitsOf(hold, id) > 0) &&
      !(isCodeUsedUp && hold.discount_code_id === discount.id),
  );
  const taken = holds.filter(
    (hold) => hold.cart_version === version || (others.includes(hold) && !left.includes(hold)),
  );
  return {
    taken,
    left,
    reachOf: (line) => reach(line, left),
    lapsesOf: (productId) =>
      taken
        .filter(({ authority }) => authority !== null)
        .map((hold) => ({
          units: unitsOf(hold, productId),
          ms: Math.min(now - hold.created_at, LAPSE_MS),
        })),
    freedToman: taken.reduce((sum, { held_toman }) => sum + held_toman, 0),
  };
}

const unitsOf = ({ units }: OwnHoldRow, productId: string) =>
  (JSON.parse(units) as Record<string, number>)[productId] ?? 0;

const reach = (line: RequestedLine, holds: readonly OwnHoldRow[]) =>
  line.available - holds.reduce((sum, hold) => sum + unitsOf(hold, line.id), 0);

/**
 * Returns the statements that release the holds which the new payment takes over. They come first
 * in its batch. The older payment is checked later like an expired one, in case it is paid after all.
 */
export function takeOver({ db, now }: Shop, taken: readonly OwnHoldRow[]): D1PreparedStatement[] {
  return taken.flatMap((hold) => [
    statements.claimPaymentUnpaid(db, hold.id),
    statements.closePayment(
      db,
      hold.id,
      {
        state: "expired",
        ...(hold.authority !== null && { nextCheckAt: now() + FIRST_LATE_CHECK_AFTER_MS }),
      },
      now(),
    ),
    ...orderReleased(db, hold, hold.held_toman, now()),
  ]);
}
