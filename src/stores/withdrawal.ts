import type { BankCard } from "../../contract/bank-card.ts";
import type { requestWithdrawal, takeBackWithdrawal } from "../../contract/withdrawal.ts";
import { formatToman } from "../../persian/toman.ts";
import { idempotencyKeyFor, forgetKey, isDefinite } from "./idempotency-key.ts";
import type { AnswerOf } from "../../contract/request.ts";
import { call, type Outcome, PAYMENT_WAIT_MS } from "./call.ts";
import { markTakenBack } from "./transaction.ts";
import { loadBalance } from "./wallet.ts";

/** Returns the sentence for a wrong sum to withdraw, else "". Section 5. */
export function checkWithdrawal(digits: string, minToman: number): string {
  const amount = Number(digits);
  if (!(amount > 0)) return "لطفا مبلغ مورد نظر را وارد کنید";
  return amount < minToman ? `حداقل مبلغ برداشت ${formatToman(minToman)} است.` : "";
}

/** Requests a withdrawal. Returns a sentence for each refused field; empty on success. */
export async function withdraw(
  amount: number,
  card: BankCard | null,
): Promise<Record<string, string>> {
  if (!card) return { card: "لطفا کارت بانکی را انتخاب کنید" };
  const body = { amount, cardNumber: card.cardNumber };
  const outcome = await call<typeof requestWithdrawal>("POST", "/withdrawals", {
    body,
    idempotencyKey: idempotencyKeyFor(`withdraw|${String(amount)}|${card.id}`, "withdrawalKey"),
    waitMs: PAYMENT_WAIT_MS,
  });
  if (outcome.ok || isDefinite(outcome)) forgetKey("withdrawalKey");
  if (outcome.ok) return {};
  if (outcome.fields["amount"]) return { amount: outcome.fields["amount"] };
  return AMOUNT_REFUSALS.includes(outcome.code)
    ? { amount: outcome.message }
    : { form: outcome.message };
}

const AMOUNT_REFUSALS = ["amount_too_small", "balance_too_low"];

/** Takes a withdrawal back, and loads the wallet again. */
export async function takeBack(id: string): Promise<Outcome<AnswerOf<typeof takeBackWithdrawal>>> {
  const outcome = await call<typeof takeBackWithdrawal>("POST", "/withdrawals/:id/take-back", {
    params: { id },
  });
  if (!outcome.ok) return outcome;
  markTakenBack(id);
  await loadBalance();
  return outcome;
}
