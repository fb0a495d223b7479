import type {
  applyDiscount,
  Cart,
  checkDiscount,
  emptyCart,
  getCart,
  GuestLine,
  priceGuestCart,
  removeDiscount,
  removeItem,
  setQuantity,
} from "../../contract/cart.ts";
import { formatToman } from "../../persian/toman.ts";
import { call, type Outcome } from "./call.ts";
import { EMPTY_CART } from "./cart-totals.ts";
import {
  type CartLimits,
  type GuestCart,
  readGuestCart,
  withQuantity,
  writeGuestCart,
} from "./guest-cart.ts";

import { tellOtherTabs } from "./other-tabs.ts";

type CartOutcome = Promise<Outcome<{ cart: Cart }>>;

/** The place where a cart is stored: at the shop for shoppers, in this browser for guests. */
export interface CartSource {
  load(): CartOutcome;
  /** Zero removes the product. */
  setQuantity(productId: string, quantity: number): CartOutcome;
  /** Changes the lines of a guest. Absent for shoppers, whose lines are at the shop. */
  edit?: (change: (lines: readonly GuestLine[]) => GuestLine[]) => CartOutcome;
  empty(): CartOutcome;
  applyDiscount(code: string): CartOutcome;
  removeDiscount(): CartOutcome;
}

export const shopperCartSource: CartSource = {
  load: async () => {
    const outcome = await call<typeof getCart>("GET", "/carts", { needs: ["cart"] });
    return !outcome.ok && outcome.status === 404
      ? { ok: true, value: { cart: EMPTY_CART } }
      : outcome;
  },
  setQuantity: async (productId, quantity) =>
    withCart(
      quantity === 0
        ? await call<typeof removeItem>("DELETE", "/carts/items/:productId", {
            params: { productId },
          })
        : await call<typeof setQuantity>("PUT", "/carts/quantity", {
            body: { productId, quantity },
          }),
    ),
  empty: async () => withCart(await call<typeof emptyCart>("DELETE", "/carts")),
  applyDiscount: async (code) =>
    withCart(await call<typeof applyDiscount>("POST", "/carts/apply-discount", { body: { code } })),
  removeDiscount: async () =>
    withCart(await call<typeof removeDiscount>("DELETE", "/carts/discount")),
};

/** Another backend may answer a change without the cart. */
async function withCart(changed: Outcome<{ cart?: Cart }>): CartOutcome {
  if (!changed.ok) return changed;
  tellOtherTabs("cart");
  const { cart } = changed.value;
  return cart ? { ok: true, value: { cart } } : await shopperCartSource.load();
}

export function guestCartSource(limits: CartLimits): CartSource {
  const edit = (next: (lines: readonly GuestLine[]) => GuestLine[]) => {
    const before = readGuestCart(limits);
    return change(before, { ...before, cart: next(before.cart) });
  };
  return {
    load: () => price(readGuestCart(limits)),
    setQuantity: (productId, quantity) => edit((lines) => withQuantity(lines, productId, quantity)),
    edit,
    empty: () => change(readGuestCart(limits), { cart: [], discountCode: null }),
    applyDiscount: (code) => applyGuestDiscount(readGuestCart(limits), code),
    removeDiscount: () => {
      const before = readGuestCart(limits);
      return change(before, { ...before, discountCode: null });
    },
  };
}

async function change(before: GuestCart, after: GuestCart): CartOutcome {
  writeGuestCart(after);
  const outcome = await price(after);
  if (!outcome.ok) writeGuestCart(before);
  return outcome;
}

async function price(guestCart: GuestCart): CartOutcome {
  if (guestCart.cart.length === 0) return { ok: true, value: { cart: EMPTY_CART } };
  const outcome = await call<typeof priceGuestCart>("POST", "/carts/guest", {
    body: guestCart,
    needs: ["cart"],
  });
  if (outcome.ok) forgetUnknownProducts(guestCart, outcome.value.cart);
  return outcome;
}

/** Removes products that are no longer sold; the badge would count them forever. */
function forgetUnknownProducts(guestCart: GuestCart, priced: Cart): void {
  const known = new Set(priced.CartItems.map((item) => item.productId));
  const cart = guestCart.cart.filter((line) => known.has(line.productId));
  if (cart.length < guestCart.cart.length) writeGuestCart({ ...guestCart, cart });
}

async function applyGuestDiscount(before: GuestCart, code: string): CartOutcome {
  const found = await call<typeof checkDiscount>("POST", "/carts/check-discount", {
    body: { code },
    needs: ["code"],
  });
  if (!found.ok) return found;
  const outcome = await change(before, { ...before, discountCode: found.value.code });
  if (!outcome.ok || outcome.value.cart.discountCode !== undefined) return outcome;
  writeGuestCart(before);
  return {
    ok: false,
    status: 409,
    code: "below_minimum_purchase",
    message:
      outcome.value.cart.totalAmount < found.value.minPurchase
        ? `این کد برای خرید از ${formatToman(found.value.minPurchase)} به بالا است.`
        : "این کد برای محصولات سبد خرید شما نیست.",
    details: "",
    fields: {},
    retryAfterSeconds: null,
  };
}
