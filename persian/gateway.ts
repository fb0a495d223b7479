/** The payment gateways that the shop knows, by the names that people know them under. */
export const GATEWAY_NAMES = { zarinpal: "زرین‌پال", zibal: "زیبال" } as const;
export type GatewayName = keyof typeof GATEWAY_NAMES;

/**
 * Returns the gateway of an authority. Zibal numbers its payments, and the shop writes a Z before
 * the number; authorities of Zarinpal are longer.
 */
export function gatewayOfAuthority(authority: string): GatewayName {
  return /^Z\d{1,20}$/.test(authority) ? "zibal" : "zarinpal";
}
