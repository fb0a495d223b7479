import { atom } from "nanostores";
import { loadedOf } from "../call.ts";
import type {
  getPayout,
  getPayoutFile,
  listPayouts,
  makePayout,
  previewPayout,
  readPayoutAnswer,
  settlePayout,
} from "../../../contract/desk/payout.ts";
import type { decideProposal } from "../../../contract/desk/proposal.ts";
import type { listWithdrawals } from "../../../contract/desk/withdrawal.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";
import { asPage, loadPages, newPages } from "./pages.ts";

/** Withdrawals that wait, and the bank files that pay them. */

export type Waiting = AnswerOf<typeof listWithdrawals>["withdrawals"][number];
export type BankFile = AnswerOf<typeof listPayouts>["payouts"][number];
export type FileRow = AnswerOf<typeof getPayout>["rows"][number];
export type Preview = AnswerOf<typeof previewPayout>;
export type PayoutRequest = RequestOf<typeof makePayout>["body"];
export type Answered = RequestOf<typeof settlePayout>["body"]["rows"][number];

export const $waiting = newPages<Waiting>();
export const $files = newPages<BankFile>();
export const $nextCycleAt = atom<string | null>(null);
export const $file = atom<Loaded<AnswerOf<typeof getPayout>>>({ state: "loading" });

export const loadWaiting = (isMore = false) =>
  loadPages(
    $waiting,
    async (cursor) =>
      asPage(
        await callDesk<typeof listWithdrawals>("GET", "/withdrawals", {
          query: cursor === undefined ? {} : { cursor },
        }),
        "withdrawals",
      ),
    isMore,
  );

export const loadFiles = (isMore = false) =>
  loadPages(
    $files,
    async (cursor) => {
      const outcome = await callDesk<typeof listPayouts>("GET", "/payouts", {
        query: cursor === undefined ? { limit: 10 } : { limit: 10, cursor },
      });
      if (outcome.ok) $nextCycleAt.set(outcome.value.nextCycleAt);
      return asPage(outcome, "payouts");
    },
    isMore,
  );

export async function loadFile(id: string): Promise<void> {
  const outcome = await callDesk<typeof getPayout>("GET", "/payouts/:id", {
    params: { id },
    needs: ["payout", "rows"],
  });
  $file.set(loadedOf(outcome));
}

export const previewFile = (body: PayoutRequest) =>
  callDesk<typeof previewPayout>("POST", "/payouts/preview", { body, needs: ["rows"] });

export const makeFile = (body: PayoutRequest) =>
  callDesk<typeof makePayout>("POST", "/payouts", { body, needs: ["payout"] });

export const fetchFile = (id: string) =>
  callDesk<typeof getPayoutFile>("GET", "/payouts/:id/file", { params: { id }, needs: ["text"] });

/** Confirms or drops a file that waits for a second person. Loads the file again after success. */
export async function decideFile(
  id: string,
  proposalId: string,
  status: "confirmed" | "dropped",
): Promise<string> {
  const outcome = await callDesk<typeof decideProposal>("PUT", "/proposals/:id", {
    params: { id: proposalId },
    body: { status },
  });
  if (outcome.ok) await loadFile(id);
  return outcome.ok ? "" : outcome.message;
}

export const readAnswer = (id: string, text: string) =>
  callDesk<typeof readPayoutAnswer>("POST", "/payouts/:id/answer", {
    params: { id },
    body: { text },
    needs: ["lines"],
  });

/** Records what the bank did. Loads the file again, after a refusal too. */
export async function settleFile(id: string, rows: Answered[]) {
  const outcome = await callDesk<typeof settlePayout>("PUT", "/payouts/:id", {
    params: { id },
    body: { rows },
    needs: ["rows"],
    // A long time, because each of up to a hundred rows is a booking of its own.
    waitMs: 90_000,
  });
  await loadFile(id);
  return outcome;
}
