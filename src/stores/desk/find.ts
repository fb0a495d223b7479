import type { find } from "../../../contract/desk/find.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import type { Outcome } from "../call.ts";
import { callDesk } from "./call.ts";

export type Found = AnswerOf<typeof find>["found"][number];

/**
 * Finds the things that match a text, such as an order's number or a phone number. Each call is
 * recorded in the log.
 */
export const findAnything = (text: string): Promise<Outcome<AnswerOf<typeof find>>> =>
  callDesk<typeof find>("POST", "/find", { body: { text }, needs: ["found"] });
