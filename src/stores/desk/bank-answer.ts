import type { readPayoutAnswer } from "../../../contract/desk/payout.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import type { Answered, FileRow } from "./payout.ts";

/** The bank's answer about the rows of a file: as it was read, and as it was corrected by hand. */

export interface Draft {
  status: "sent" | "paid" | "returned";
  reference: string;
  words: string;
  /** Why a line is unclear, or was refused; else empty. */
  why: string;
}
export type Drafts = Readonly<Record<string, Draft>>;

const NOTHING: Draft = { status: "sent", reference: "", words: "", why: "" };

export const draftOf = (drafts: Drafts, id: string): Draft => drafts[id] ?? NOTHING;

type Lines = AnswerOf<typeof readPayoutAnswer>["lines"];

/** Returns the answers that were read for the rows that are not settled yet. */
export const draftsOf = (lines: Lines): Drafts =>
  Object.fromEntries(
    lines.flatMap(({ withdrawalId, finding, reference, words, why }): [string, Draft][] => {
      if (withdrawalId === null || finding === "settled") return [];
      const status = finding === "paid" || finding === "returned" ? finding : "sent";
      return [[withdrawalId, { status, reference, words, why }]];
    }),
  );

/** Returns the lines that belong to no row. */
export const strangersIn = (lines: Lines): string[] =>
  lines
    .filter(({ withdrawalId }) => withdrawalId === null)
    .map(({ line, why }) => `${why} «${line}»`);

/**
 * Returns the rows with a complete answer: paid, with the bank's number of the payment, or
 * returned, with the bank's reason.
 */
export const answeredOf = (open: readonly FileRow[], drafts: Drafts): Answered[] =>
  open.flatMap(({ withdrawalId }): Answered[] => {
    const { status, reference, words } = draftOf(drafts, withdrawalId);
    if (status === "paid" && reference.trim() !== "") return [{ withdrawalId, status, reference }];
    return status === "returned" && words.trim() !== "" ? [{ withdrawalId, status, words }] : [];
  });
