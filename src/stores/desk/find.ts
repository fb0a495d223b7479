import type { find } from "../../../contract/desk/find.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import type { Outcome } from "../call.ts";
import { callDesk } from "./call.ts";

export type Found = AnswerOf<typeof find>["found"][number];

/**
 * Finds what belongs to any text that an operator has, such as a number or a phone. Each call is a
 * line in the log.
 */
export const findAnything = (text: string): Promise<Outcome<AnswerOf<typeof find>>> =>
  callDesk<typeof find>("POST", "/find", { body: { text }, needs: ["found"] });
