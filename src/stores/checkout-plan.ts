/** How a sum is split between wallet and gateway, toman. */
export interface CheckoutPlan {
  walletToman: number;
  gatewayToman: number;
}

/**
 * The wallet pays what it can. A gateway takes no less than its minimum, so a smaller rest is filled up from the wallet's part.
 */
export function planCheckout(
  totalToman: number,
  walletToman: number,
  gatewayMinToman: number,
): CheckoutPlan {
  const fromWallet = Math.min(walletToman, totalToman);
  const rest = totalToman - fromWallet;
  const gateway = rest > 0 ? Math.min(totalToman, Math.max(rest, gatewayMinToman)) : 0;
  return { walletToman: totalToman - gateway, gatewayToman: gateway };
}
