/** The parts of a sum that wallet and gateway pay, toman. */
export interface CheckoutPlan {
  walletToman: number;
  gatewayToman: number;
}

/**
 * Splits a sum: the wallet pays what it can. A gateway takes no less than its minimum, so a smaller
 * rest is raised to it, and the wallet pays less.
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
