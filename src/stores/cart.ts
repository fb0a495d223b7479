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

export type DiscountState =
  { state: "idle" } | { state: "checking" } | { state: "refused"; message: string };

export const $cart = atom<CartState>({ state: "loading" });
export const $discount = atom<DiscountState>({ state: "idle" });

/** What is wanted of a product. The sentences are null while the whole cart is being emptied, which speaks for itself. */
interface Wish {
  quantity: number;
  sentences: { saved?: string; failed: string } | null;
}

/** The cart as the shop last told it, and what was wished since. What is shown is the one with the other. */
let confirmed: Cart = EMPTY_CART;
const wishes = new Map<string, Wish>();
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
  want(productId, { quantity, sentences: { failed: "خطا در به‌روزرسانی تعداد محصول!" } });
}

export function removeItem(productId: string): void {
  const sentences = {
    saved: "محصول با موفقیت از سبد خرید حذف شد!",
    failed: "حذف محصول از سبد خرید با خطا مواجه شد!",
  };
  want(productId, { quantity: 0, sentences });
}

export function emptyCart(): void {
  const emptying = confirmed.CartItems.map(
    ({ productId }) => [productId, { quantity: 0, sentences: null }] as const,
  );
  for (const [productId, wish] of emptying) wishes.set(productId, wish);
  show();
  void inTurn(async () => {
    const outcome = await source.empty();
    for (const [productId, wish] of emptying)
      if (wishes.get(productId) === wish) wishes.delete(productId);
    if (outcome.ok) confirmed = outcome.value.cart;
    else notify("error", outcome.message, SHOP_DURATION_MS);
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
    $discount.set(
      outcome.ok
        ? { state: "idle" }
        : { state: "refused", message: outcome.fields["code"] ?? outcome.message },
    );
  });
}

/** Remembers the last wish for a product. Quick clicks are saved one after the other, so the last one stands. */
function want(productId: string, wish: Wish): void {
  wishes.set(productId, wish);
  show();
  void inTurn(() => fulfil(productId));
}

async function fulfil(productId: string): Promise<void> {
  const wish = wishes.get(productId);
  if (!wish?.sentences) return;
  const outcome = await source.setQuantity(productId, wish.quantity);
  if (outcome.ok) confirmed = outcome.value.cart;
  // Somebody who wished again meanwhile is told about that wish, in its turn.
  if (wishes.get(productId) !== wish) return;
  wishes.delete(productId);
  if (!outcome.ok) {
    notify("error", wish.sentences.failed, SHOP_DURATION_MS);
    await reload();
  } else if (wish.sentences.saved) notify("success", wish.sentences.saved, SHOP_DURATION_MS);
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
  const cart = withWanted(
    confirmed,
    new Map(Array.from(wishes, ([productId, { quantity }]) => [productId, quantity])),
  );
  const before = $cart.get();
  $cart.set({
    state: "ready",
    cart,
    isSaving: waiting > 0,
    isSignedIn: source === shopperCartSource,
  });
  if (source !== shopperCartSource) return;
  const countBefore = before.state === "ready" ? before.cart.CartItems.length : -1;
  if (countBefore === cart.CartItems.length) return;
  window.dispatchEvent(
    new CustomEvent("cart-updated", { detail: { productCount: cart.CartItems.length } }),
  );
}
