import type { Refused } from "./call.ts";
import { isObject, parseStored } from "./record.ts";

const STORAGE_KEY = "paymentAttempt";

/**
 * The idempotency key of one attempt. The same intention keeps its key until it was answered, over reloads too,
 * so that asking again after a lost answer cannot pay twice.
 */
export function attemptKey(intention: string): string {
  const kept = parseStored(sessionStorage.getItem(STORAGE_KEY));
  if (isObject(kept) && kept["intention"] === intention && typeof kept["key"] === "string") return kept["key"];
  const key = crypto.randomUUID();
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ intention, key }));
  return key;
}

/** Forgets the key: the attempt has its answer, the next one is another. */
export function endAttempt(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** Whether a refusal settles the attempt. Silence, overload and "still working on it" do not. */
export function isDefinite(refusal: Refused): boolean {
  const isClientSide = refusal.status >= 400 && refusal.status < 500;
  return isClientSide && refusal.status !== 429 && refusal.code !== "in_progress" && refusal.code !== "unreadable";
}
