import type { Question } from "./question.ts";

/**
 * True when answers of this kind are written in Latin letters and from left to right. This file
 * must not import zod: browser scripts import it, unlike the rest of contract/.
 */
export function isLatinAnswer(kind: Question["kind"]): boolean {
  return kind === "player" || kind === "email";
}
