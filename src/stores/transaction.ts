import { atom } from "nanostores";
import type {
  getTransactions,
  Transaction,
  TransactionStatus,
  TransactionType,
} from "../../contract/transaction.ts";
import { call } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import { notify } from "./notice.ts";

export interface TransactionList {
  transactions: readonly Transaction[];
  nextCursor: string | null;
}

const FAILED = "خطا در دریافت اطلاعات";

export const $transactions = atom<Loaded<TransactionList>>({ state: "loading" });

export async function loadTransactions(limit: number): Promise<void> {
  if ($transactions.get().state === "failed") $transactions.set({ state: "loading" });
  const outcome = await call<typeof getTransactions>("GET", "/transactions", {
    query: { limit },
    needs: ["transactions"],
  });
  $transactions.set(
    outcome.ok ? { state: "ready", value: outcome.value } : { state: "failed", message: FAILED },
  );
}

/** Loads the next page of the list. Returns true when it had any rows. */
export async function loadMoreTransactions(limit: number): Promise<boolean> {
  const before = $transactions.get();
  if (before.state !== "ready" || before.value.nextCursor === null) return false;
  const query = { limit, cursor: before.value.nextCursor };
  const outcome = await call<typeof getTransactions>("GET", "/transactions", {
    query,
    needs: ["transactions"],
  });
  if (!outcome.ok) {
    notify("error", FAILED);
    return false;
  }
  const transactions = [...before.value.transactions, ...outcome.value.transactions];
  $transactions.set({
    state: "ready",
    value: { transactions, nextCursor: outcome.value.nextCursor },
  });
  return outcome.value.transactions.length > 0;
}

/** Shows a withdrawal in the list as taken back, without reading the list again. */
export function markTakenBack(withdrawalId: string): void {
  const before = $transactions.get();
  if (before.state !== "ready") return;
  const transactions = before.value.transactions.map((transaction) =>
    transaction.withdrawalId === withdrawalId
      ? {
          ...transaction,
          status: "failed" as const,
          withdrawalId: null,
          description: `${transaction.description} که پس گرفتید`,
        }
      : transaction,
  );
  $transactions.set({ state: "ready", value: { ...before.value, transactions } });
}

export const TRANSACTION_TYPE_LABELS: Record<TransactionType, string> = {
  deposit: "واریز",
  withdrawal: "برداشت",
  purchase: "خرید",
  refund: "بازپرداخت",
};

export const TRANSACTION_STATUS_LABELS: Record<TransactionStatus, string> = {
  pending: "در انتظار",
  completed: "انجام شد",
  failed: "ناموفق",
};
