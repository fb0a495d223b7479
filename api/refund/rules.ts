import { GATEWAY_REFUND_MIN_TOMAN } from "../../contract/payment.ts";

/** The money of an order when items of it are refunded, in toman. */
export interface RefundFacts {
  /** The part paid through the gateway that has not been refunded yet. */
  gatewayLeftToman: number;
  balanceToman: number;
  /** True when nothing of it may go to the wallet, also when the gateway will not refund so little. */
  isCardOnly: boolean;
}

/** Units of an item. */
export interface RefundableItem {
  id: string;
  totalToman: number;
  /** Cashback for them that was already paid to the buyer's wallet and has to be returned. */
  paidRewardToman: number;
}

export interface RefundShare {
  itemId: string;
  walletToman: number;
  gatewayToman: number;
  /** The card's part was below the minimum that the gateway refunds. */
  isTooSmallForCard: boolean;
}

/**
 * Splits the price of each item: first to the card, up to the amount paid through the gateway, the
 * rest to the wallet. Cashback that the wallet cannot return is deducted from the card's part. A
 * part below the gateway's minimum goes to the wallet, unless the order is the card's alone.
 */
export function splitRefunds(items: readonly RefundableItem[], facts: RefundFacts): RefundShare[] {
  let { gatewayLeftToman, balanceToman } = facts;
  return items.map(({ id, totalToman, paidRewardToman }) => {
    const toCard = Math.min(totalToman, gatewayLeftToman);
    const missing = Math.max(0, paidRewardToman - balanceToman - (totalToman - toCard));
    const wanted = toCard - Math.min(missing, toCard);
    const isTooSmallForCard = !facts.isCardOnly && wanted > 0 && wanted < GATEWAY_REFUND_MIN_TOMAN;
    const gatewayToman = isTooSmallForCard ? 0 : wanted;
    const walletToman = totalToman - gatewayToman;
    gatewayLeftToman -= gatewayToman;
    balanceToman = Math.max(0, balanceToman + walletToman - paidRewardToman);
    return { itemId: id, walletToman, gatewayToman, isTooSmallForCard };
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
