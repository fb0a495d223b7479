import type { Outcome } from "../call.ts";
import type { Messages } from "../messages.ts";

/** The answer to a code that was brought by hand. */
export interface ManualCodeAnswer {
  /** The reason of a refusal: one sentence, or some by their fields; empty without a refusal. */
  problem: string | Messages;
  /** True when the operator may confirm that the text is right all the same. */
  isDoubtful: boolean;
}

/** True when a code was refused because it looks like none. */
export const isDoubtful = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && outcome.code === "code_doubtful";
