import type { Transaction } from "../../contract/transaction.ts";
import { NOWRUZ } from "./sample-time.ts";

/** `count` transactions of every type and state, newest first, with their numbers as sums. */
export function sampleTransactions(count: number, from = 1): Transaction[] {
  const types = ["deposit", "purchase", "withdrawal", "refund"] as const;
  const states = ["completed", "pending", "failed"] as const;
  const descriptions = [
    "افزایش موجودی از درگاه",
    "خرید سفارش ۴۸۲۹۳۱۵",
    "برداشت به کارت ۶۲۱۹۸۶******۹۰۰۷",
    "",
  ];
  return Array.from({ length: count }, (_, index) => ({
    id: `transaction-${String(from + index)}`,
    type: types[index % types.length] ?? "deposit",
    status: states[index % states.length] ?? "completed",
    amount: (from + index) * 1_000,
    description: descriptions[index % descriptions.length] ?? "",
    order:
      index % types.length === 1
        ? { id: "c0ffee00-1111-4222-8333-444455556666", number: "4829315" }
        : null,
    withdrawalId: null,
    dueAt: null,
    createdAt: NOWRUZ,
  }));
}
