import type { LISTED_DEBTS, listDebts } from "../../../contract/desk/figures.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import { callDesk } from "./call.ts";
import { asPage, loadPages, newPages } from "./pages.ts";

/** Debts of the shop to people, row by row. */

export type Debt = AnswerOf<typeof listDebts>["debts"][number];
export type DebtKind = (typeof LISTED_DEBTS)[number];

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
