import { atom } from "nanostores";
import type { exportDecisions, listDecisions } from "../../../contract/desk/decision.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { callDesk } from "./call.ts";
import { asPage, loadPages, newPages } from "./pages.ts";

/** The log of the desk. */

export type Line = AnswerOf<typeof listDecisions>["decisions"][number];
export type Filter = NonNullable<RequestOf<typeof exportDecisions>["query"]>;

export const $log = newPages<Line>();
export const $filter = atom<Filter>({});

/**
 * The maximum number of further calls while no line was found. Each call reads a limited number of
 * lines, and sometimes none of them matches.
 */
const EMPTY_MAX = 20;

export async function loadLog(isMore = false): Promise<boolean> {
  const shown = isMore ? $log.get().rows.length : 0;
  let isGood = await loadPages($log, askLog, isMore);
  for (let empty = 0; isGood && empty < EMPTY_MAX; empty++) {
    const { rows, nextCursor } = $log.get();
    if (rows.length > shown || nextCursor === null) break;
    isGood = await loadPages($log, askLog, true);
  }
  return isGood;
}

async function askLog(cursor: string | undefined) {
  const query = { ...$filter.get(), ...(cursor !== undefined && { cursor }) };
  return asPage(await callDesk<typeof listDecisions>("GET", "/decisions", { query }), "decisions");
}

export const exportLog = () =>
  callDesk<typeof exportDecisions>("GET", "/decisions/export", {
    query: $filter.get(),
    needs: ["text"],
  });
