import type { Outcome } from "./call.ts";

/** Data from the shop: loading, failed or ready. */
export type Loaded<Value> =
  { state: "loading" } | { state: "failed"; message: string } | { state: "ready"; value: Value };

/** Data as a call answered it, or the part of the answer that is shown. */
export function loadedOf<Value>(outcome: Outcome<Value>): Loaded<Value>;
export function loadedOf<Value, Part>(
  outcome: Outcome<Value>,
  partOf: (value: Value) => Part,
): Loaded<Part>;
export function loadedOf<Value>(
  outcome: Outcome<Value>,
  partOf: (value: Value) => unknown = (value) => value,
): Loaded<unknown> {
  return outcome.ok
    ? { state: "ready", value: partOf(outcome.value) }
    : { state: "failed", message: outcome.message };
}
