import { atom } from "nanostores";
import type { BankCard, getBankCards } from "../../contract/bankcard.ts";
import { type AnswerOf, call } from "./call.ts";
import type { Loaded } from "./loaded.ts";

export const $bankCards = atom<Loaded<readonly BankCard[]>>({ state: "loading" });

export async function loadBankCards(): Promise<void> {
  const outcome = await call<AnswerOf<typeof getBankCards>>("GET", "/bankcards");
  $bankCards.set(outcome.ok ? { state: "ready", value: outcome.value.bankCards } : { state: "failed", message: outcome.message });
}

export const BANKCARD_STATUS_LABELS: Record<BankCard["status"], string> = {
  pending: "در حال بررسی",
  verified: "تأیید شده",
  rejected: "رد شده",
};
