import type { Outcome } from "../call.ts";

/** The answer to a code that was brought by hand. */
export interface Brought {
  /** Why it was refused, or empty. */
  problem: string;
  /** True when a person may say that the text is right all the same. */
  isDoubtful: boolean;
}

/** True when a code was refused because it looks like none. */
export const isDoubtful = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && outcome.code === "code_doubtful";
