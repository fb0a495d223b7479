import type { Shop } from "../../base/context.ts";
import { tellOfLargePurchase } from "../../people/account-event/news.ts";
import { isAtOnce, sellItems } from "../checkout/item-statements.ts";
import { claimAboveCost, clearBoughtCart } from "../checkout/statements.ts";
import { bookDelivery } from "../delivery/book.ts";
import { tellDelivered } from "../delivery/tell.ts";

/** An order that is paid for in this batch. */
interface Bought {
  orderId: string;
  userId: string;
  cartVersion: number;
  discountCodeId: string | null;
  items: readonly (Parameters<typeof isAtOnce>[0] & { id: string; totalToman: number })[];
  /** How the order is held for a look; null when it is not. */
  held: Parameters<typeof sellItems>[2];
  /** True when the shopper waits for it on the screen, so that no message is needed. */
  isAwaited: boolean;
}

/**
 * Returns the statements that end every purchase, however it was paid. They sell the items, empty
 * the cart and, unless the order is held for a look, deliver what can be delivered at once.
 */
export function finishPurchase(
  shop: Shop,
  { orderId, userId, cartVersion, discountCodeId, items, held, isAwaited }: Bought,
  now: number,
): D1PreparedStatement[] {
  const { db } = shop;
  const instant = items.filter(isAtOnce);
  return [
    ...sellItems(db, orderId, held, now),
    ...(discountCodeId === null ? [] : [claimAboveCost(db, orderId)]),
    ...clearBoughtCart(db, userId, orderId, cartVersion),
    tellOfLargePurchase(shop, userId, now),
    ...(held === null
      ? [
          ...bookDelivery(db, orderId, instant, now),
          ...tellDelivered(
            shop,
            { orderId, userId, itemIds: instant.map(({ id }) => id), isAwaited },
            now,
          ),
        ]
      : []),
  ];
}
