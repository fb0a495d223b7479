import type { Refused } from "./call.ts";

/** A sentence for each refused field; the empty name is for the whole form. */
export type Messages = Partial<Record<string, string>>;

/** Turns a refusal into the sentences that a form shows. */
export function messagesOf(refusal: Refused): Messages {
  return Object.keys(refusal.fields).length > 0 ? refusal.fields : { "": refusal.message };
}
