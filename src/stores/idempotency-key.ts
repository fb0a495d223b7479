import type { Refused } from "./call.ts";
import { isObject, parseStored } from "./record.ts";

/** Each kind of decision that must not be made twice keeps its own attempt. */
type Attempt =
  "paymentAttempt" | "depositAttempt" | "withdrawalAttempt" | "ticketAttempt" | "replyAttempt";

/**
 * The idempotency key of one attempt. The same intention keeps its key until it was answered, over reloads too,
 * so that asking again after a lost answer cannot pay or write twice.
 */
export function idempotencyKeyFor(intention: string, attempt: Attempt = "paymentAttempt"): string {
  const kept = parseStored(sessionStorage.getItem(attempt));
  if (isObject(kept) && kept["intention"] === intention && typeof kept["key"] === "string")
    return kept["key"];
  const key = crypto.randomUUID();
  sessionStorage.setItem(attempt, JSON.stringify({ intention, key }));
  return key;
}

/** Forgets the key: the attempt has its answer, the next one is another. */
export function forgetKey(attempt: Attempt = "paymentAttempt"): void {
  sessionStorage.removeItem(attempt);
}

/** Whether a refusal settles the attempt. Silence, overload and "still working on it" do not. */
export function isDefinite(refusal: Refused): boolean {
  const isClientSide = refusal.status >= 400 && refusal.status < 500;
  return (
    isClientSide &&
    refusal.status !== 429 &&
    refusal.code !== "in_progress" &&
    refusal.code !== "unreadable"
  );
}
