import { atom } from "nanostores";
import type { Cart } from "../../contract/cart.ts";
import { type CartSource, guestCartSource, shopperCartSource } from "./cart-source.ts";
import { EMPTY_CART, withWanted } from "./cart-totals.ts";
import { type CartLimits, onGuestCartElsewhere } from "./guest-cart.ts";
import { notify, SHOP_DURATION_MS } from "./notice.ts";
import { isSignedIn } from "./session.ts";

export type CartState =
  | { state: "loading" }
  | { state: "failed"; message: string }
  | { state: "ready"; cart: Cart; isSaving: boolean; isSignedIn: boolean };

export type DiscountState = { state: "idle" } | { state: "checking" } | { state: "refused"; message: string };

export const $cart = atom<CartState>({ state: "loading" });
export const $discount = atom<DiscountState>({ state: "idle" });

/** The cart as the shop last told it, and the quantities wanted since. What is shown is the one with the other. */
let confirmed: Cart = EMPTY_CART;
const wanted = new Map<string, number>();
let source: CartSource = shopperCartSource;
let turn: Promise<void> = Promise.resolve();
let waiting = 0;

/** Opens the cart of whoever looks at the page. Returns what ends it. */
export function openCart(limits: CartLimits): () => void {
  const isShopper = isSignedIn();
  source = isShopper ? shopperCartSource : guestCartSource(limits);
  void loadCart();
  return isShopper ? () => undefined : onGuestCartElsewhere(() => void loadCart());
}

/** Reads the cart (again). A cart that is on the screen stays there while it is read. */
export function loadCart(): Promise<void> {
  if ($cart.get().state === "failed") $cart.set({ state: "loading" });
  return inTurn(reload);
}

export function changeQuantity(productId: string, quantity: number): void {
  want(productId, quantity, () => {
    notify("error", "خطا در به‌روزرسانی تعداد محصول!", SHOP_DURATION_MS);
  });
}

export function removeItem(productId: string): void {
  want(
    productId,
    0,
    () => {
      notify("error", "حذف محصول از سبد خرید با خطا مواجه شد!", SHOP_DURATION_MS);
    },
    () => {
      notify("success", "محصول با موفقیت از سبد خرید حذف شد!", SHOP_DURATION_MS);
    },
  );
}

export function emptyCart(): void {
  const before = confirmed;
  confirmed = { ...EMPTY_CART, ...(before.version !== undefined && { version: before.version }) };
  wanted.clear();
  show();
  void inTurn(async () => {
    const outcome = await source.empty();
    confirmed = outcome.ok ? outcome.value.cart : before;
    if (!outcome.ok) notify("error", outcome.message, SHOP_DURATION_MS);
  });
}

/** Puts a discount code on the cart. A wrong one is said at the field. */
export async function applyDiscount(typed: string): Promise<void> {
  const code = typed.trim();
  if (code === "") {
    $discount.set({ state: "refused", message: "لطفا کد تخفیف را وارد کنید" });
    return;
  }
  $discount.set({ state: "checking" });
  await inTurn(async () => {
    const outcome = await source.applyDiscount(code);
    if (outcome.ok) {
      confirmed = outcome.value.cart;
      notify("success", "کد تخفیف با موفقیت اعمال گردید.", SHOP_DURATION_MS);
    }
    $discount.set(outcome.ok ? { state: "idle" } : { state: "refused", message: outcome.fields["code"] ?? outcome.message });
  });
}

/** Remembers the last wish for a product. Quick clicks are saved one after the other, so the last one stands. */
function want(productId: string, quantity: number, onFailed: () => void, onSaved?: () => void): void {
  wanted.set(productId, quantity);
  show();
  void inTurn(async () => {
    const wish = wanted.get(productId);
    if (wish === undefined) return;
    const outcome = await source.setQuantity(productId, wish);
    const isLastWish = wanted.get(productId) === wish;
    if (isLastWish) wanted.delete(productId);
    if (outcome.ok) confirmed = outcome.value.cart;
    if (!isLastWish) return;
    if (outcome.ok) {
      onSaved?.();
      return;
    }
    onFailed();
    await reload();
  });
}

async function reload(): Promise<void> {
  const outcome = await source.load();
  if (outcome.ok) confirmed = outcome.value.cart;
  else if ($cart.get().state !== "ready") $cart.set({ state: "failed", message: outcome.message });
  if (outcome.ok && $cart.get().state !== "ready") show();
}

function inTurn(task: () => Promise<void>): Promise<void> {
  waiting += 1;
  if ($cart.get().state === "ready") show();
  const done = turn.then(task).finally(() => {
    waiting -= 1;
    if ($cart.get().state === "ready") show();
  });
  turn = done.catch(() => undefined);
  return done;
}

function show(): void {
  const cart = withWanted(confirmed, wanted);
  const before = $cart.get();
  $cart.set({ state: "ready", cart, isSaving: waiting > 0, isSignedIn: source === shopperCartSource });
  if (source !== shopperCartSource) return;
  const countBefore = before.state === "ready" ? before.cart.CartItems.length : -1;
  if (countBefore === cart.CartItems.length) return;
  window.dispatchEvent(new CustomEvent("cart-updated", { detail: { productCount: cart.CartItems.length } }));
}
