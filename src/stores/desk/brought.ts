import type { Outcome } from "../call.ts";
import type { Messages } from "../messages.ts";

/** The answer when an operator has typed in a code by hand. */
export interface ManualCodeAnswer {
  /** The reason of a refusal: one sentence, or one for each field; empty without a refusal. */
  problem: string | Messages;
  /** True when the text does not look like a code, but the operator may confirm it. */
  isDoubtful: boolean;
}

/** True when a text was refused because it does not look like a code. */
export const isDoubtful = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && outcome.code === "code_doubtful";
