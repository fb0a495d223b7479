import type { Cart, getCart, setQuantity } from "../../contract/cart.ts";
import { formatNumber } from "../../persian/toman.ts";
import { call } from "../stores/call.ts";
import {
  onGuestCartElsewhere,
  readGuestCart,
  withQuantity,
  writeGuestCart,
} from "../stores/guest-cart.ts";
import { isSignedIn } from "../stores/session.ts";
import { cartLimits } from "./cart-limits.ts";
import { say } from "./snackbar.ts";

const CART_LINK = { href: "/cart", label: "مشاهدهٔ سبد خرید" };

/** Quantity of each product in the cart. Null until the cart of a shopper has been read. */
let quantities: Map<string, number> | null = null;

/**
 * Makes each press on a product's button add one to the cart, up to the stock and the limit of a
 * line.
 */
export function offerProducts(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>("[data-product]");
  for (const button of buttons) button.addEventListener("click", () => void add(button));
  if (buttons.length === 0 || isSignedIn()) return;
  const refresh = () => {
    quantities = toMap(readGuestCart(cartLimits()).cart);
    for (const button of buttons) draw(button);
  };
  addEventListener("guest-cart-updated", refresh);
  addEventListener("pageshow", refresh);
  onGuestCartElsewhere(refresh);
  refresh();
}

async function add(button: HTMLButtonElement): Promise<void> {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const message = isSignedIn() ? await addForShopper(button) : addForGuest(button);
  button.removeAttribute("aria-busy");
  draw(button);
  if (message === null) say(`${nameOf(button)} به سبد خرید اضافه شد.`, CART_LINK);
  else say(message, CART_LINK);
}

function addForGuest(button: HTMLButtonElement): string | null {
  const limits = cartLimits();
  const guestCart = readGuestCart(limits);
  const quantity = heldQuantity(button, toMap(guestCart.cart)) + 1;
  if (quantity > quantityMaxOf(button)) return fullMessage(button);
  if (quantity === 1 && guestCart.cart.length >= limits.linesMax)
    return "سبد خرید جای محصول دیگری ندارد.";
  writeGuestCart({ ...guestCart, cart: withQuantity(guestCart.cart, idOf(button), quantity) });
  return null;
}

async function addForShopper(button: HTMLButtonElement): Promise<string | null> {
  const held = quantities ?? (await readQuantities());
  if (typeof held === "string") return held;
  quantities = held;
  const quantity = heldQuantity(button, held) + 1;
  if (quantity > quantityMaxOf(button)) return fullMessage(button);
  const outcome = await call<typeof setQuantity>("PUT", "/carts/quantity", {
    body: { productId: idOf(button), quantity },
  });
  quantities = null;
  if (!outcome.ok) return outcome.message;
  // A backend of another make may answer without the cart.
  const { cart }: { cart?: Cart } = outcome.value;
  const after = cart ? toMap(cart.CartItems) : await readQuantities();
  if (typeof after === "string") return null;
  quantities = after;
  dispatchEvent(new CustomEvent("cart-updated", { detail: { productCount: after.size } }));
  return null;
}

/** Returns the quantities in a shopper's cart, or the sentence of a refusal. */
async function readQuantities(): Promise<Map<string, number> | string> {
  const outcome = await call<typeof getCart>("GET", "/carts", { needs: ["cart"] });
  if (!outcome.ok && outcome.status !== 404) return outcome.message;
  return toMap(outcome.ok ? outcome.value.cart.CartItems : []);
}

function draw(button: HTMLButtonElement): void {
  const quantity = heldQuantity(button, quantities ?? new Map());
  const label = button.querySelector("[data-label]");
  if (label) label.textContent = quantity > 0 ? `${formatNumber(quantity)} در سبد` : "افزودن";
  button.toggleAttribute("data-held", quantity > 0);
  const action =
    quantity >= quantityMaxOf(button) ? "بیشترین تعداد در سبد خرید است" : "افزودن به سبد خرید";
  button.setAttribute("aria-label", `${label?.textContent ?? ""}، ${action}: ${nameOf(button)}`);
}

function fullMessage(button: HTMLButtonElement): string {
  return `از «${nameOf(button)}» بیش از ${formatNumber(quantityMaxOf(button))} عدد نمی‌توان خرید.`;
}

function heldQuantity(button: HTMLButtonElement, from: ReadonlyMap<string, number>): number {
  return from.get(idOf(button)) ?? 0;
}

function quantityMaxOf(button: HTMLButtonElement): number {
  return Math.min(Number(button.dataset["stock"]), cartLimits().quantityMax);
}

function idOf(button: HTMLButtonElement): string {
  return button.dataset["product"] ?? "";
}

function nameOf(button: HTMLButtonElement): string {
  return button.closest("article")?.querySelector("h3")?.textContent.trim() ?? "";
}

function toMap(lines: readonly { productId: string; quantity: number }[]): Map<string, number> {
  return new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
}
