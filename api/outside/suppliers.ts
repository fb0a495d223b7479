import { createReloadly } from "./reloadly.ts";
import type { Supplier } from "./supplier.ts";

export type SupplierName = "reloadly";

/** The suppliers of codes that are configured. */
export interface Suppliers {
  names: readonly SupplierName[];
  /** A supplier without settings answers nothing: its unfinished orders wait. */
  of(name: SupplierName): Supplier;
}

/** The settings of the shop that are about suppliers. */
interface SupplierSettings {
  PROVIDER_TIMEOUT_MS: number;
  SUPPLIER_ORDER_TIMEOUT_MS: number;
  RELOADLY_ORIGIN: string;
  RELOADLY_AUTH_ORIGIN: string;
  /** Without an id and a secret nothing is ordered from this supplier. */
  RELOADLY_CLIENT_ID?: string;
  RELOADLY_CLIENT_SECRET?: string;
}

export function openSuppliers(
  settings: SupplierSettings,
  now: () => number,
  fetch: typeof globalThis.fetch,
): Suppliers {
  const { RELOADLY_CLIENT_ID: clientId, RELOADLY_CLIENT_SECRET: clientSecret } = settings;
  const known: Record<SupplierName, Supplier | null> = {
    reloadly:
      clientId === undefined || clientSecret === undefined
        ? null
        : createReloadly({
            origin: settings.RELOADLY_ORIGIN,
            authOrigin: settings.RELOADLY_AUTH_ORIGIN,
            clientId,
            clientSecret,
            senderName: "Armaghan",
            timeoutMs: settings.PROVIDER_TIMEOUT_MS,
            orderTimeoutMs: settings.SUPPLIER_ORDER_TIMEOUT_MS,
            fetch,
            now,
          }),
  };
  return {
    names: (Object.keys(known) as SupplierName[]).filter((name) => known[name] !== null),
    of: (name) => known[name] ?? silent,
  };
}

const unknown = () => Promise.resolve({ kind: "unknown" } as const);

const silent: Supplier = {
  balance: () => Promise.resolve(null),
  price: unknown,
  order: () => Promise.resolve({ kind: "not_read" }),
  find: unknown,
  codes: unknown,
};
