/** The payment gateways that the shop supports, with their Persian names. */
export const GATEWAY_NAMES = { zarinpal: "زرین‌پال", zibal: "زیبال" } as const;
export type GatewayName = keyof typeof GATEWAY_NAMES;

/**
 * Returns the gateway of an authority. Zibal numbers its payments, and the shop writes a Z before
 * the number; all others belong to Zarinpal.
 */
export function gatewayOfAuthority(authority: string): GatewayName {
  return /^Z\d{1,20}$/.test(authority) ? "zibal" : "zarinpal";
}
