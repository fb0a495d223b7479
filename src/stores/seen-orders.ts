import { local } from "./storage.ts";

/** Orders whose first visit from this device was celebrated. */

const KEY = "seen-orders";
const KEPT_MAX = 50;

/** True once per order and device; never where nothing can be remembered. */
export function isFirstVisit(orderId: string): boolean {
  const seen = (local.read(KEY) ?? "").split(" ").filter(Boolean);
  if (seen.includes(orderId)) return false;
  return local.keep(KEY, [...seen, orderId].slice(-KEPT_MAX).join(" "));
}
