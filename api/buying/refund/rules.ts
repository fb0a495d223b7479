import { GATEWAY_REFUND_MIN_TOMAN } from "../../../contract/payment.ts";

/** The money of an order when items of it are refunded, in toman. */
export interface RefundFacts {
  /** The part paid through the gateway that has not been refunded yet. */
  gatewayLeftToman: number;
  balanceToman: number;
  /**
   * True when the wallet may not get any of the money, even if the sum is too small for the gateway
   * to refund.
   */
  isCardOnly: boolean;
}

/** An order with a discount code, in toman, as it is after the refund. */
export interface MinimumFacts {
  minPurchaseToman: number;
  /** The price before the discount of all units except those that the buyer gave up. */
  countedToman: number;
  /** The code's discount on the items that the buyer keeps. */
  discountLeftToman: number;
  /** The discount that earlier refunds withheld. */
  withheldToman: number;
}

/**
 * Returns the discount that a refund of `refundToman` withholds: the discount of the items that the
 * buyer keeps, if their price is below the code's minimum, but never more than the refund. Only a
 * refund that the buyer requested (`isGivenUp`) withholds a discount. A negative result is paid
 * back, because earlier refunds withheld too much.
 */
export function withheldBy(
  facts: MinimumFacts,
  { isGivenUp, refundToman }: { isGivenUp: boolean; refundToman: number },
): number {
  const due = facts.countedToman < facts.minPurchaseToman ? facts.discountLeftToman : 0;
  return Math.min(due - facts.withheldToman, isGivenUp ? refundToman : 0);
}

/**
 * Subtracts the withheld discount from the items, in their order; a returned discount is added to
 * the first.
 */
export function withhold<Item extends { totalToman: number }>(
  items: readonly Item[],
  withheldToman: number,
): (Item & { withheldToman: number })[] {
  let left = withheldToman;
  return items.map((item) => {
    const taken = Math.min(left, item.totalToman);
    left -= taken;
    return { ...item, totalToman: item.totalToman - taken, withheldToman: taken };
  });
}

/** The units of an item that are refunded. */
export interface RefundableItem {
  id: string;
  totalToman: number;
  withheldToman: number;
  /**
   * Cashback for these units that was already paid to the buyer's wallet and has to be returned.
   */
  paidRewardToman: number;
}

export interface RefundShare {
  itemId: string;
  withheldToman: number;
  walletToman: number;
  gatewayToman: number;
  /** True when the card's part was below the minimum that the gateway refunds. */
  isTooSmallForCard: boolean;
}

/**
 * Splits the price of each item: first to the card, up to the amount paid through the gateway, the
 * rest to the wallet. Cashback that the wallet cannot return is subtracted from the card's part. A
 * part below the gateway's minimum goes to the wallet, unless the order may only return to the
 * card.
 */
export function splitRefunds(items: readonly RefundableItem[], facts: RefundFacts): RefundShare[] {
  let { gatewayLeftToman, balanceToman } = facts;
  return items.map(({ id, totalToman, withheldToman, paidRewardToman }) => {
    const toCard = Math.min(totalToman, gatewayLeftToman);
    const missing = Math.max(0, paidRewardToman - balanceToman - (totalToman - toCard));
    const requested = toCard - Math.min(missing, toCard);
    const isTooSmallForCard =
      !facts.isCardOnly && requested > 0 && requested < GATEWAY_REFUND_MIN_TOMAN;
    const gatewayToman = isTooSmallForCard ? 0 : requested;
    const walletToman = totalToman - gatewayToman;
    gatewayLeftToman -= gatewayToman;
    balanceToman = Math.max(0, balanceToman + walletToman - paidRewardToman);
    return { itemId: id, withheldToman, walletToman, gatewayToman, isTooSmallForCard };
  });
}

/**
 * Returns the share of an amount that falls to some units of an item, in toman. Each unit has an
 * equal share, rounded down; the last one (number `quantity`) takes the rest.
 */
export function shareOfUnits(
  amountToman: number,
  quantity: number,
  units: readonly number[],
): number {
  const share = Math.floor(amountToman / quantity);
  const rest = units.includes(quantity) ? amountToman - share * quantity : 0;
  return share * units.length + rest;
}
