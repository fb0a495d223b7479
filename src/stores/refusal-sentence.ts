import type { Refused } from "./call.ts";

/** Returns the sentence of a refusal, with the goods or the reason that the answer names. */
export const sentenceOf = ({ message, details }: Refused): string =>
  details === "" ? message : `${message} «${details}»`;
