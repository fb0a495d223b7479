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

export const loadLog = (isMore = false) =>
  loadPages(
    $log,
    async (cursor) => {
      const query = { ...$filter.get(), ...(cursor !== undefined && { cursor }) };
      return asPage(
        await callDesk<typeof listDecisions>("GET", "/decisions", { query }),
        "decisions",
      );
    },
    isMore,
  );

export const exportLog = () =>
  callDesk<typeof exportDecisions>("GET", "/decisions/export", {
    query: $filter.get(),
    needs: ["text"],
  });
