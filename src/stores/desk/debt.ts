import type { listDebts } from "../../../contract/desk/figures.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { callDesk } from "./call.ts";
import { asPage, loadPages, newPages } from "./pages.ts";

/** What the shop owes people, row by row. */

export type Debt = AnswerOf<typeof listDebts>["debts"][number];
export type DebtKind = NonNullable<RequestOf<typeof listDebts>["query"]>["kind"];

export const $debts = newPages<Debt>();

export const loadDebts = (kind: DebtKind, isMore = false) =>
  loadPages(
    $debts,
    async (cursor) => {
      const query = { kind, ...(cursor !== undefined && { cursor }) };
      return asPage(await callDesk<typeof listDebts>("GET", "/figures/debts", { query }), "debts");
    },
    isMore,
  );
