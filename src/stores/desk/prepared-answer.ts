import { atom } from "nanostores";
import type {
  changePreparedAnswer,
  deletePreparedAnswer,
  listPreparedAnswers,
  makePreparedAnswer,
} from "../../../contract/desk/prepared-answer.ts";
import { formatComing } from "../../../persian/dates.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { loadedOf, type Outcome, type Refused } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** Prepared answers to tickets, and the texts that replace the fields in them. */

export type PreparedAnswer = AnswerOf<typeof listPreparedAnswers>["preparedAnswers"][number];
export type Written = RequestOf<typeof makePreparedAnswer>["body"];

export const $preparedAnswers = atom<Loaded<readonly PreparedAnswer[]>>({ state: "loading" });

export async function loadPreparedAnswers(): Promise<void> {
  const outcome = await callDesk<typeof listPreparedAnswers>("GET", "/prepared-answers", {
    needs: ["preparedAnswers"],
  });
  $preparedAnswers.set(loadedOf(outcome, ({ preparedAnswers }) => preparedAnswers));
}

/**
 * Writes a new answer, or changes one if nobody else has changed it. Returns the refusal, else
 * null.
 */
export async function writeAnswer(
  body: Written,
  before: PreparedAnswer | null,
): Promise<Refused | null> {
  return reloaded(
    before === null
      ? await callDesk<typeof makePreparedAnswer>("POST", "/prepared-answers", { body })
      : await callDesk<typeof changePreparedAnswer>("PUT", "/prepared-answers/:id", {
          params: { id: before.id },
          body: { ...body, version: before.version },
        }),
  );
}

/** Deletes an answer. Returns the sentence of a refusal, else "". */
export async function deleteAnswer(id: string): Promise<string> {
  const outcome = await callDesk<typeof deletePreparedAnswer>("DELETE", "/prepared-answers/:id", {
    params: { id },
  });
  return (await reloaded(outcome))?.message ?? "";
}

async function reloaded(outcome: Outcome<unknown>): Promise<Refused | null> {
  // Loads after a refusal too, because a colleague may have changed it.
  await loadPreparedAnswers();
  return outcome.ok ? null : outcome;
}

/** The texts that replace the fields of an answer in one ticket; empty when the ticket has none. */
export interface Fields {
  name: string;
  code: string;
  deadline: string;
}

/** Returns a promised time in words, or empty when it has passed. */
export function deadlineWords(dueAt: string | null, now: number): string {
  return dueAt === null || Date.parse(dueAt) <= now ? "" : formatComing(dueAt, now);
}
