import { GATEWAY_REFUND_MIN_TOMAN } from "../../contract/payment.ts";

/** What is known of an order's money when items of it are given back. Toman. */
export interface RefundFacts {
  /** What the gateway took for the order and has not been asked to give back. */
  gatewayLeftToman: number;
  /** In the buyer's wallet. */
  balanceToman: number;
}

export interface RefundableItem {
  id: string;
  totalToman: number;
  /** Cashback of the item that is in the buyer's wallet already and has to come back. */
  paidRewardToman: number;
}

export interface RefundShare {
  itemId: string;
  walletToman: number;
  gatewayToman: number;
  /** The card would have got something, but less than the gateway gives back. */
  isTooSmallForCard: boolean;
}

/**
 * Where the price of each item goes: first to the card, as far as the gateway was paid, the rest to the wallet. Cashback that the
 * wallet cannot give back is kept from the card's part, and a part that is too small for the gateway goes to the wallet.
 */
export function splitRefunds(items: readonly RefundableItem[], facts: RefundFacts): RefundShare[] {
  let { gatewayLeftToman, balanceToman } = facts;
  return items.map(({ id, totalToman, paidRewardToman }) => {
    const toCard = Math.min(totalToman, gatewayLeftToman);
    const missing = Math.max(0, paidRewardToman - balanceToman - (totalToman - toCard));
    const wanted = toCard - Math.min(missing, toCard);
    const isTooSmallForCard = wanted > 0 && wanted < GATEWAY_REFUND_MIN_TOMAN;
    const gatewayToman = isTooSmallForCard ? 0 : wanted;
    const walletToman = totalToman - gatewayToman;
    gatewayLeftToman -= gatewayToman;
    balanceToman = Math.max(0, balanceToman + walletToman - paidRewardToman);
    return { itemId: id, walletToman, gatewayToman, isTooSmallForCard };
  });
}
