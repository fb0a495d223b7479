import { atom } from "nanostores";
import type { BankCard } from "../../contract/bank-card.ts";
import type { Cart } from "../../contract/cart.ts";
import type { createOrder } from "../../contract/order.ts";
import type { initiatePayment } from "../../contract/payment.ts";
import { idempotencyKeyFor, forgetKey, isDefinite } from "./idempotency-key.ts";
import { call, PAYMENT_WAIT_MS, type Refused } from "./call.ts";
import { loadAllowance } from "./allowance.ts";
import { loadCart } from "./cart.ts";
import type { CheckoutPlan } from "./checkout-plan.ts";
import { gatewayForCall, loadGateways } from "./gateway.ts";
import { BAD_GATEWAY_ADDRESS, leaveForGateway } from "./leave-for-gateway.ts";
import { sentenceOf } from "./refusal-sentence.ts";
import { tellOtherTabs } from "./other-tabs.ts";
import { notify, notifyNext, SHOP_DURATION_MS } from "./notice.ts";
import { loadBalance } from "./wallet.ts";

export type PaymentState =
  | { state: "idle" }
  | { state: "paying" }
  | { state: "redirecting" }
  | { state: "refused"; message: string; needsIdentity: boolean };

export const $payment = atom<PaymentState>({ state: "idle" });

/** Refusals that mean that the cart on the screen is out of date. */
const CART_CHANGED = [
  "price_changed",
  "out_of_stock",
  "discount_lapsed",
  "no_active_cart",
  "balance_too_low",
  "answers_needed",
];

/** Refusals after which the gateways are loaded again, because another one may work. */
const GATEWAY_TROUBLE = ["gateway_down", "gateway_not_offered"];

/** A card of the account, or one that was named by its number alone. */
export type PayingCard = Pick<BankCard, "id" | "cardNumber">;

/** Pays for the cart on the screen, and goes to the bank or to the order. */
export async function pay(cart: Cart, plan: CheckoutPlan, card: PayingCard | null): Promise<void> {
  const { state } = $payment.get();
  if (state === "paying" || state === "redirecting") return;
  if (plan.gatewayToman === 0) await payFromWallet(cart);
  else if (card) await payAtGateway(cart, card, plan.walletToman > 0);
  else refuse("لطفا کارت بانکی را انتخاب کنید");
}

/** Resets the page when the browser shows it again, e.g. after Back on the bank's page. */
export function returnToPayment(): void {
  $payment.set({ state: "idle" });
  void loadCart();
  void loadBalance();
}

async function payFromWallet(cart: Cart): Promise<void> {
  $payment.set({ state: "paying" });
  const body = { expectedTotal: cart.totalAmountAfterDiscount };
  const outcome = await call<typeof createOrder>("POST", "/orders", {
    body,
    needs: ["orderId"],
    idempotencyKey: idempotencyKeyFor(intention(cart, "wallet")),
    waitMs: PAYMENT_WAIT_MS,
  });
  if (!outcome.ok) {
    fail(outcome);
    return;
  }
  forgetKey();
  tellOtherTabs("cart");
  notifyNext("success", "پرداخت با کیف پول با موفقیت انجام شد");
  location.assign(`/orders/${encodeURIComponent(outcome.value.orderId)}`);
}

async function payAtGateway(cart: Cart, card: PayingCard, isUsedWallet: boolean): Promise<void> {
  $payment.set({ state: "paying" });
  const choice = gatewayForCall();
  const body = {
    purpose: "cart_checkout" as const,
    cardNumber: card.cardNumber,
    isUsedWallet,
    expectedTotal: cart.totalAmountAfterDiscount,
    ...choice,
  };
  const outcome = await call<typeof initiatePayment>("POST", "/payments/initiate", {
    body,
    needs: ["url"],
    idempotencyKey: idempotencyKeyFor(
      intention(
        cart,
        `card ${card.id} ${isUsedWallet ? "with" : "without"} wallet ${choice.gateway ?? ""}`,
      ),
    ),
    waitMs: PAYMENT_WAIT_MS,
  });
  if (!outcome.ok) {
    fail(outcome);
    return;
  }
  forgetKey();
  if (leaveForGateway(outcome.value.url)) $payment.set({ state: "redirecting" });
  else refuse(BAD_GATEWAY_ADDRESS);
}

/** Returns a text that identifies a payment: the cart, its price and the choices made. */
function intention(cart: Cart, choices: string): string {
  const lines = cart.CartItems.map(({ productId, quantity }) => `${productId}×${String(quantity)}`);
  return [
    cart.version ?? "",
    cart.totalAmountAfterDiscount,
    cart.discountCode ?? "",
    choices,
    ...lines,
  ].join("|");
}

function fail(refusal: Refused): void {
  if (isDefinite(refusal)) forgetKey();
  if (GATEWAY_TROUBLE.includes(refusal.code)) void loadGateways();
  if (CART_CHANGED.includes(refusal.code)) {
    void loadCart();
    void loadBalance();
  }
  const message =
    refusal.code === "no_active_cart" ? "سبد خرید شما خالی است." : sentenceOf(refusal);
  const isBeyond = refusal.code === "beyond_allowance";
  if (isBeyond) void loadAllowance();
  refuse(message, isBeyond || refusal.code === "identity_needed");
}

function refuse(message: string, needsIdentity = false): void {
  $payment.set({ state: "refused", message, needsIdentity });
  notify("error", message, SHOP_DURATION_MS);
}
