import type { Refused } from "./call.ts";
import { isObject, parseStored } from "./record.ts";
import { session } from "./storage.ts";

/** Actions that must not be carried out twice. Each keeps its own key in the session storage. */
export type KeyedAction = "paymentKey" | "depositKey" | "withdrawalKey" | "ticketKey" | "replyKey";

/**
 * Returns the idempotency key of an action. The same intention keeps its key until it gets a final
 * answer, also over reloads, so that a retry after a lost answer cannot pay or write twice.
 */
export function idempotencyKeyFor(intention: string, action: KeyedAction = "paymentKey"): string {
  const kept = parseStored(session.read(action));
  if (isObject(kept) && kept["intention"] === intention && typeof kept["key"] === "string")
    return kept["key"];
  const key = crypto.randomUUID();
  session.keep(action, JSON.stringify({ intention, key }));
  return key;
}

/** Forgets the key after a final answer, so that the next action gets a new one. */
export function forgetKey(action: KeyedAction = "paymentKey"): void {
  session.forget(action);
}

/**
 * True for a final refusal. A missing answer, an overload and "still in progress" are not final.
 */
export function isDefinite(refusal: Refused): boolean {
  const isClientSide = refusal.status >= 400 && refusal.status < 500;
  return (
    isClientSide &&
    refusal.status !== 429 &&
    refusal.code !== "in_progress" &&
    refusal.code !== "unreadable"
  );
}
