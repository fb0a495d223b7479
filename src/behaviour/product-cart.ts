import type {
  Cart,
  getCart,
  priceGuestCart,
  removeItem,
  setQuantity,
} from "../../contract/cart.ts";
import { call } from "../stores/call.ts";
import {
  onGuestCartElsewhere,
  readGuestCart,
  withQuantity,
  writeGuestCart,
} from "../stores/guest-cart.ts";
import { onOtherTabs, tellOtherTabs } from "../stores/other-tabs.ts";
import { isSignedIn } from "../stores/session.ts";
import { local } from "../stores/storage.ts";
import { cartLimits } from "./cart-limits.ts";
import { drawBar, drawStepper, fly, nameOf, quantityMaxOf } from "./product-stepper.ts";
import { formatNumber } from "../../persian/toman.ts";
import { say } from "./snackbar.ts";

/**
 * The cart on pages with products: each press adds one, then a stepper replaces the button, and on
 * phones a bar shows the sum.
 */

const CART_LINK = { href: "/cart", label: "مشاهدهٔ سبد خرید" };
/** Shown when the browser stores nothing: a guest's cart would be empty on the next page. */
const FORGETFUL =
  "این مرورگر چیزی نگه نمی‌دارد و سبد خرید با رفتن از این صفحه خالی می‌شود. پیش از خرید وارد شوید.";
const SIGN_IN_LINK = { href: "/auth", label: "ورود" };

interface Known {
  quantities: Map<string, number>;
  /** The sum of the whole cart; null while it is not known. */
  sumToman: number | null;
}

let known: Known | null = null;
let isOpen = false;
/** The press that the shop has not answered yet. */
let pending: Promise<void> | null = null;

const buttons = () => document.querySelectorAll<HTMLButtonElement>("[data-product]");

/** Draws the content of the cart. If a button was pressed, its product is added first. */
export async function openCart(pressed?: HTMLButtonElement): Promise<void> {
  if (!isOpen) {
    isOpen = true;
    document.addEventListener("click", waitForPress);
    if (isSignedIn()) onOtherTabs("cart", () => void readShopper());
    else {
      const refresh = () => void readGuest();
      addEventListener("guest-cart-updated", refresh);
      addEventListener("pageshow", refresh);
      onGuestCartElsewhere(refresh);
    }
    if (!pressed) await (isSignedIn() ? readShopper() : readGuest());
  }
  if (pressed) await press(pressed, 1);
}

/** Leaving a page cancels its requests, so a link waits until the last press is answered. */
function waitForPress(event: MouseEvent): void {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!pending || !link || link.target !== "" || isElsewhere || event.defaultPrevented) return;
  event.preventDefault();
  void pending.then(() => {
    location.assign(link.href);
  });
}

/**
 * Queues a press. Each «+» counts, even before the previous press is answered. A «−» is ignored
 * until the last change is shown.
 */
async function press(button: HTMLButtonElement, step: 1 | -1): Promise<void> {
  if (step === -1 && button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  const asked = (pending ?? Promise.resolve()).then(() => change(button, step));
  pending = asked;
  await asked;
  if (pending === asked) pending = null;
}

/** Adds `step` to the quantity of a button's product, within the stock and the limit of a line. */
async function change(button: HTMLButtonElement, step: 1 | -1): Promise<void> {
  const earlier = isSignedIn() && !known ? await readShopper() : null;
  const message = earlier ?? (await changeFrom(button, step));
  button.removeAttribute("aria-busy");
  if (message !== "") say(message, message.endsWith(FORGETFUL) ? SIGN_IN_LINK : CART_LINK);
}

/** Changes the quantity. Returns the sentence to show, empty when stepper and bar show enough. */
async function changeFrom(button: HTMLButtonElement, step: 1 | -1): Promise<string> {
  const id = button.dataset["product"] ?? "";
  const held = isSignedIn()
    ? (known?.quantities ?? new Map<string, number>())
    : toMap(readGuestCart(cartLimits()).cart);
  const before = held.get(id) ?? 0;
  const quantity = before + step;
  if (quantity > quantityMaxOf(button))
    return `از «${nameOf(button)}» بیش از ${formatNumber(quantityMaxOf(button))} عدد نمی‌توان خرید.`;
  const refusal = isSignedIn() ? await setForShopper(id, quantity) : setForGuest(id, quantity);
  if (refusal !== null) return refusal;
  if (step === 1) fly(button);
  if (quantity === 0) return `${nameOf(button)} از سبد خرید برداشته شد.`;
  const added = `${nameOf(button)} به سبد خرید اضافه شد.`;
  if (!isSignedIn() && !local.works()) return `${added} ${FORGETFUL}`;
  return before === 0 ? added : "";
}

function setForGuest(id: string, quantity: number): string | null {
  const limits = cartLimits();
  const guestCart = readGuestCart(limits);
  const cart = withQuantity(guestCart.cart, id, quantity);
  if (cart.length > limits.linesMax) return "سبد خرید جای محصول دیگری ندارد.";
  writeGuestCart({ ...guestCart, cart });
  return null;
}

async function setForShopper(productId: string, quantity: number): Promise<string | null> {
  const outcome =
    quantity === 0
      ? await call<typeof removeItem>("DELETE", "/carts/items/:productId", {
          params: { productId },
        })
      : await call<typeof setQuantity>("PUT", "/carts/quantity", { body: { productId, quantity } });
  if (!outcome.ok) return outcome.message;
  tellOtherTabs("cart");
  // Another backend may answer without the cart.
  const { cart }: { cart?: Cart } = outcome.value;
  if (!cart) return await readShopper();
  show(cart);
  dispatchEvent(
    new CustomEvent("cart-updated", { detail: { productCount: cart.CartItems.length } }),
  );
  return null;
}

/** Reads and draws a shopper's cart. Returns the sentence of a refusal, else null. */
async function readShopper(): Promise<string | null> {
  const outcome = await call<typeof getCart>("GET", "/carts", { needs: ["cart"] });
  if (!outcome.ok && outcome.status !== 404) return outcome.message;
  if (outcome.ok) show(outcome.value.cart);
  else draw({ quantities: new Map(), sumToman: 0 });
  return null;
}

/**
 * Draws a guest's cart at once. Asks the shop for the sum when the cart has a discount code or a
 * product whose price is not on this page.
 */
async function readGuest(): Promise<void> {
  const { cart, discountCode } = readGuestCart(cartLimits());
  const quantities = toMap(cart);
  const prices = new Map(
    [...buttons()].map(({ dataset }) => [dataset["product"], Number(dataset["price"])]),
  );
  const isHere = discountCode === null && cart.every(({ productId }) => prices.has(productId));
  const sumToman = cart.reduce(
    (sum, { productId, quantity }) => sum + (prices.get(productId) ?? 0) * quantity,
    0,
  );
  draw({ quantities, sumToman: isHere ? sumToman : null });
  if (isHere) return;
  const outcome = await call<typeof priceGuestCart>("POST", "/carts/guest", {
    body: { cart, discountCode },
    needs: ["cart"],
  });
  const isStill = known?.quantities === quantities;
  if (outcome.ok && isStill)
    draw({ quantities, sumToman: outcome.value.cart.totalAmountAfterDiscount });
}

function show({ CartItems, totalAmountAfterDiscount }: Cart): void {
  draw({ quantities: toMap(CartItems), sumToman: totalAmountAfterDiscount });
}

function draw(cart: Known): void {
  known = cart;
  for (const button of buttons()) drawProduct(button);
  drawBar(cart.quantities.size, cart.sumToman);
}

/**
 * Draws the stepper of a product, but not while its button is held down: replacing the button
 * before the release would lose the press.
 */
function drawProduct(button: HTMLButtonElement): void {
  if (button.matches(":active")) {
    requestAnimationFrame(() => {
      drawProduct(button);
    });
    return;
  }
  const quantity = known?.quantities.get(button.dataset["product"] ?? "") ?? 0;
  drawStepper(button, quantity, (step) => {
    void press(button, step);
  });
}

function toMap(lines: readonly { productId: string; quantity: number }[]): Map<string, number> {
  return new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
}
