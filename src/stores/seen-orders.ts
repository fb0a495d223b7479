import { local } from "./storage.ts";

/** The orders that were already opened on this device: only a first visit is celebrated. */

const KEY = "seen-orders";
const KEPT_MAX = 50;

/** True once per order and device; always false where nothing can be stored. */
export function isFirstVisit(orderId: string): boolean {
  const seen = (local.read(KEY) ?? "").split(" ").filter(Boolean);
  if (seen.includes(orderId)) return false;
  return local.keep(KEY, [...seen, orderId].slice(-KEPT_MAX).join(" "));
}
