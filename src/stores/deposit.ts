import { atom } from "nanostores";
import type { BankCard } from "../../contract/bank-card.ts";
import type { getCart } from "../../contract/cart.ts";
import type { initiatePayment } from "../../contract/payment.ts";
import { idempotencyKeyFor, forgetKey, isDefinite } from "./idempotency-key.ts";
import { call, PAYMENT_WAIT_MS } from "./call.ts";
import { sentenceOf } from "./refusal-sentence.ts";
import { gatewayForCall } from "./gateway.ts";
import { BAD_GATEWAY_ADDRESS, leaveForGateway } from "./leave-for-gateway.ts";

/** The smallest and largest sum that a gateway takes, toman. */
export interface DepositLimits {
  minToman: number;
  maxToman: number;
  outOfRange: string;
}

/** The part of the cart's price that the wallet does not cover, in toman; 0 while it is unknown. */
export const $missing = atom(0);

export async function loadMissing(balance: number): Promise<void> {
  const outcome = await call<typeof getCart>("GET", "/carts", { needs: ["cart"] });
  $missing.set(outcome.ok ? Math.max(0, outcome.value.cart.totalAmountAfterDiscount - balance) : 0);
}

/** Returns the sentence for a wrong sum to deposit, else "". Section 5. */
export function checkDeposit(
  digits: string,
  { minToman, maxToman, outOfRange }: DepositLimits,
): string {
  const amount = Number(digits);
  if (!(amount > 0)) return "لطفا مبلغ مورد نظر را وارد کنید";
  return amount < minToman || amount > maxToman ? outOfRange : "";
}

/** Starts a deposit and goes to the bank. Returns a sentence for each refused field. */
export async function deposit(
  amount: number,
  card: BankCard | null,
): Promise<Record<string, string>> {
  if (!card) return { card: "لطفا کارت بانکی را انتخاب کنید" };
  const choice = gatewayForCall();
  const body = { purpose: "wallet_topup" as const, amount, cardNumber: card.cardNumber, ...choice };
  const outcome = await call<typeof initiatePayment>("POST", "/payments/initiate", {
    body,
    needs: ["url"],
    idempotencyKey: idempotencyKeyFor(
      `deposit|${String(amount)}|${card.id}|${choice.gateway ?? ""}`,
      "depositKey",
    ),
    waitMs: PAYMENT_WAIT_MS,
  });
  if (outcome.ok || isDefinite(outcome)) forgetKey("depositKey");
  if (outcome.ok) return leaveForGateway(outcome.value.url) ? {} : { form: BAD_GATEWAY_ADDRESS };
  if (outcome.fields["amount"]) return { amount: outcome.fields["amount"] };
  return outcome.code === "amount_out_of_range"
    ? { amount: outcome.message }
    : { form: sentenceOf(outcome) };
}
