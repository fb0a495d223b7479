import { atom } from "nanostores";
import type { Cart, CartItem } from "../../contract/cart.ts";
import { BROWSER_PROVEN } from "./call.ts";
import { type CartSource, guestCartSource, shopperCartSource } from "./cart-source.ts";
import { EMPTY_CART, withRequested } from "./cart-totals.ts";
import { type CartLimits, onGuestCartElsewhere } from "./guest-cart.ts";
import { notify, notifyUndoable, SHOP_DURATION_MS } from "./notice.ts";
import { onOtherTabs } from "./other-tabs.ts";
import { createQueue } from "./queue.ts";
import { isSignedIn } from "./session.ts";

export type CartState =
  | { state: "loading" }
  | { state: "failed"; message: string }
  | { state: "ready"; cart: Cart; isSaving: boolean; isSignedIn: boolean };

export type DiscountState =
  { state: "idle" } | { state: "checking" } | { state: "refused"; message: string };

export const $cart = atom<CartState>({ state: "loading" });
export const $discount = atom<DiscountState>({ state: "idle" });

/** A quantity that the user chose. `messages` is null while the whole cart is being emptied. */
interface Change {
  quantity: number;
  messages: { failed: string; saved?: { text: string; undo: () => void } } | null;
}

/** The last cart that the source returned. The page shows it with the changes in `pending`. */
let confirmed: Cart = EMPTY_CART;
let source: CartSource = shopperCartSource;
const pending = new Map<string, Change>();
const queue = createQueue(() => {
  if ($cart.get().state === "ready") show();
});

/** Opens the cart of the shopper or guest. Returns a function that stops listening for changes. */
export function openCart(limits: CartLimits): () => void {
  const isShopper = isSignedIn();
  source = isShopper ? shopperCartSource : guestCartSource(limits);
  void loadCart();
  const reloadCart = () => void loadCart();
  if (!isShopper) return onGuestCartElsewhere(reloadCart);
  const stop = onOtherTabs("cart", reloadCart);
  // Once the second code was typed, the cart also contains the shopper's answers on its lines.
  addEventListener(BROWSER_PROVEN, reloadCart);
  return () => {
    stop();
    removeEventListener(BROWSER_PROVEN, reloadCart);
  };
}

/** Loads the cart. A cart that is already shown stays visible meanwhile. */
export function loadCart(): Promise<void> {
  if ($cart.get().state === "failed") $cart.set({ state: "loading" });
  return queue.add(reload);
}

export function changeQuantity(productId: string, quantity: number): void {
  change(productId, { quantity, messages: { failed: "خطا در به‌روزرسانی تعداد محصول!" } });
}

/** Queues a call that changes the cart, after the changes that are already queued. */
export const changeCart = (ask: (source: CartSource) => ReturnType<CartSource["load"]>) =>
  queue.add(async () => {
    const outcome = await ask(source);
    if (outcome.ok) confirmed = outcome.value.cart;
    else await reload();
  });

/** Removes a product. For some seconds a toast offers to put it back. */
export function removeItem({ productId, quantity }: CartItem): void {
  const undo = () => {
    changeQuantity(productId, quantity);
  };
  const messages = {
    saved: { text: "محصول با موفقیت از سبد خرید حذف شد!", undo },
    failed: "حذف محصول از سبد خرید با خطا مواجه شد!",
  };
  change(productId, { quantity: 0, messages });
}

/** Empties the cart. For some seconds a toast offers to put everything back. */
export function emptyCart(): void {
  const shown = $cart.get();
  const { CartItems: items, discountCode } = shown.state === "ready" ? shown.cart : confirmed;
  const undo = () => {
    for (const { productId, quantity } of items) changeQuantity(productId, quantity);
    if (discountCode !== undefined) void applyDiscount(discountCode);
  };
  const emptying = confirmed.CartItems.map(
    ({ productId }) => [productId, { quantity: 0, messages: null }] as const,
  );
  for (const [productId, removal] of emptying) pending.set(productId, removal);
  show();
  void queue.add(async () => {
    const outcome = await source.empty();
    for (const [productId, removal] of emptying)
      if (pending.get(productId) === removal) pending.delete(productId);
    if (outcome.ok) {
      confirmed = outcome.value.cart;
      notifyUndoable("سبد خرید خالی شد.", undo);
    } else notify("error", outcome.message, SHOP_DURATION_MS);
  });
}

/** Applies a discount code to the cart. `$discount` has the message of a refusal. */
export async function applyDiscount(typed: string): Promise<void> {
  const code = typed.trim();
  if (code === "") {
    $discount.set({ state: "refused", message: "لطفاً کد تخفیف را وارد کنید" });
    return;
  }
  $discount.set({ state: "checking" });
  await queue.add(async () => {
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

/** Takes the discount code off the cart. */
export async function removeDiscount(): Promise<void> {
  $discount.set({ state: "checking" });
  await queue.add(async () => {
    const outcome = await source.removeDiscount();
    if (outcome.ok) confirmed = outcome.value.cart;
    else notify("error", outcome.message, SHOP_DURATION_MS);
    $discount.set({ state: "idle" });
  });
}

/** Shows a change at once and queues its call. */
function change(productId: string, newest: Change): void {
  pending.set(productId, newest);
  show();
  void queue.add(() => saveNewest(productId));
}

/** Saves the newest change of a product. Does nothing if an earlier task in the queue saved it. */
async function saveNewest(productId: string): Promise<void> {
  const saving = pending.get(productId);
  if (!saving?.messages) return;
  const outcome = await source.setQuantity(productId, saving.quantity);
  if (outcome.ok) confirmed = outcome.value.cart;
  // A change made in the meantime has its own task, which also shows its message.
  if (pending.get(productId) !== saving) return;
  pending.delete(productId);
  if (!outcome.ok) {
    const { failed } = saving.messages;
    const why = outcome.message === failed ? "" : ` ${outcome.message}`;
    notify("error", failed + why, SHOP_DURATION_MS);
    await reload();
  } else if (saving.messages.saved) {
    const { text, undo } = saving.messages.saved;
    notifyUndoable(text, undo);
  }
}

async function reload(): Promise<void> {
  const outcome = await source.load();
  if (outcome.ok) confirmed = outcome.value.cart;
  else if ($cart.get().state !== "ready") $cart.set({ state: "failed", message: outcome.message });
  if (outcome.ok && $cart.get().state !== "ready") show();
}

function show(): void {
  const cart = withRequested(
    confirmed,
    new Map(Array.from(pending, ([productId, { quantity }]) => [productId, quantity])),
  );
  const before = $cart.get();
  $cart.set({
    state: "ready",
    cart,
    isSaving: queue.isBusy(),
    isSignedIn: source === shopperCartSource,
  });
  if (source !== shopperCartSource) return;
  const countBefore = before.state === "ready" ? before.cart.CartItems.length : -1;
  if (countBefore === cart.CartItems.length) return;
  window.dispatchEvent(
    new CustomEvent("cart-updated", { detail: { productCount: cart.CartItems.length } }),
  );
}
