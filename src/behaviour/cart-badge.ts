import type { getProductCount } from "../../contract/cart.ts";
import { formatNumber } from "../../persian/toman.ts";
import { call } from "../stores/call.ts";
import { onGuestCartElsewhere, readGuestCart } from "../stores/guest-cart.ts";
import { isSignedIn } from "../stores/session.ts";
import { cartLimits } from "./cart-limits.ts";

/** Keeps the cart badge current. A guest's lines are counted here, a shopper's by the server. */
export function followCart(): void {
  const showGuest = () => {
    if (!isSignedIn()) show(readGuestCart(cartLimits()).cart.length);
  };
  addEventListener("guest-cart-updated", showGuest);
  onGuestCartElsewhere(showGuest);
  addEventListener("cart-updated", (event) => {
    if (event instanceof CustomEvent)
      show(Number((event.detail as { productCount: unknown }).productCount));
  });
  const count = () => {
    if (isSignedIn()) void loadCount();
    else showGuest();
  };
  addEventListener("count-cart", count);
  count();
}

async function loadCount(): Promise<void> {
  const outcome = await call<typeof getProductCount>("GET", "/carts/product-count", {
    needs: ["productCount"],
  });
  if (outcome.ok) {
    show(outcome.value.productCount);
    if (outcome.value.productCount > 0) dispatchEvent(new Event("cart-counted"));
  }
  if (!outcome.ok && outcome.message === "No active cart found.") show(0);
}

function show(count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>("[data-cart-badge]")) {
    badge.hidden = !(count > 0);
    badge.textContent = formatNumber(count);
  }
}
