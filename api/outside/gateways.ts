import { type GatewayName, gatewayOfAuthority } from "../../persian/gateway.ts";
import type { Gateway } from "./gateway.ts";
import { createZarinpal } from "./zarinpal.ts";
import { createZibal } from "./zibal.ts";

/** The gateways of the shop. Questions about a payment go to the gateway that took it. */
export interface Gateways {
  /** The names of the configured gateways, in the order in which they are offered. */
  names: readonly GatewayName[];
  of(payment: { gateway: GatewayName }): Gateway;
  ofAuthority(authority: string): Gateway;
}

/** The settings of the shop that are about gateways. */
interface GatewaySettings {
  PROVIDER_TIMEOUT_MS: number;
  ZARINPAL_ORIGIN: string;
  ZARINPAL_PAGE_ORIGIN?: string;
  ZARINPAL_MERCHANT_ID: string;
  ZARINPAL_GRAPHQL_ORIGIN: string;
  ZARINPAL_ACCESS_TOKEN: string;
  ZARINPAL_TERMINAL_ID: string;
  ZIBAL_ORIGIN: string;
  ZIBAL_PAGE_ORIGIN?: string;
  /** Without a merchant and an access token there is no second gateway. */
  ZIBAL_MERCHANT?: string;
  ZIBAL_API_ORIGIN: string;
  ZIBAL_ACCESS_TOKEN?: string;
  ZIBAL_ACCOUNT_ID?: string;
}

export function openGateways(
  settings: GatewaySettings,
  now: () => number,
  fetch: typeof globalThis.fetch,
): Gateways {
  const timeoutMs = settings.PROVIDER_TIMEOUT_MS;
  const { ZIBAL_MERCHANT: merchant, ZIBAL_ACCESS_TOKEN: accessToken } = settings;
  const known: Record<GatewayName, Gateway | null> = {
    zarinpal: createZarinpal({
      origin: settings.ZARINPAL_ORIGIN,
      pageOrigin: settings.ZARINPAL_PAGE_ORIGIN ?? settings.ZARINPAL_ORIGIN,
      graphqlOrigin: settings.ZARINPAL_GRAPHQL_ORIGIN,
      merchantId: settings.ZARINPAL_MERCHANT_ID,
      accessToken: settings.ZARINPAL_ACCESS_TOKEN,
      terminalId: settings.ZARINPAL_TERMINAL_ID,
      timeoutMs,
      fetch,
    }),
    zibal:
      merchant === undefined || accessToken === undefined
        ? null
        : createZibal({
            origin: settings.ZIBAL_ORIGIN,
            pageOrigin: settings.ZIBAL_PAGE_ORIGIN ?? settings.ZIBAL_ORIGIN,
            apiOrigin: settings.ZIBAL_API_ORIGIN,
            merchant,
            accessToken,
            accountId: settings.ZIBAL_ACCOUNT_ID ?? "",
            timeoutMs,
            fetch,
            now,
          }),
  };
  const named = (name: GatewayName) => known[name] ?? silent;
  return {
    names: (Object.keys(known) as GatewayName[]).filter((name) => known[name] !== null),
    of: ({ gateway }) => named(gateway),
    ofAuthority: (authority) => named(gatewayOfAuthority(authority)),
  };
}

const unknown = () => Promise.resolve({ kind: "unknown" } as const);

/**
 * Replaces a gateway whose settings were removed: its payments wait until the settings are back.
 */
const silent: Gateway = {
  returnPath: "/payment/verify",
  request: unknown,
  verify: unknown,
  listUnverified: () => Promise.resolve(null),
  refund: () => Promise.resolve({ kind: "not_read" }),
  askRefund: () => Promise.resolve("unknown"),
  hasRefunded: () => Promise.resolve("unknown"),
};
