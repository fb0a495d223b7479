import type { Refused } from "./call.ts";

/** A sentence for each field that was refused; one for the whole form stands under no name. */
export type Messages = Partial<Record<string, string>>;

/** A refusal as a form shows it. */
export function messagesOf(refusal: Refused): Messages {
  return Object.keys(refusal.fields).length > 0 ? refusal.fields : { "": refusal.message };
}
