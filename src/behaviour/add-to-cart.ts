import { countsAsPress } from "./add-button.ts";
import { holdsGuestCart } from "../stores/guest-cart.ts";
import { isSignedIn } from "../stores/session.ts";
import { say } from "./snackbar.ts";

/**
 * Loads the cart's script when somebody adds a product, or at once when the cart already contains
 * something, since steppers and the bar must then show it.
 */
export function offerProducts(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>("[data-product]");
  if (buttons.length === 0) return;
  for (const button of buttons)
    button.addEventListener("click", ({ timeStamp }) => {
      if (!countsAsPress(button, timeStamp)) return;
      button.ariaBusy = "true";
      void wake(button);
    });
  addEventListener("cart-counted", () => void wake());
  if (!isSignedIn() && holdsGuestCart()) void wake();
}

async function wake(pressed?: HTMLButtonElement): Promise<void> {
  try {
    const { openCart } = await import("./product-cart.ts");
    await openCart(pressed);
  } catch {
    // The browser has already logged the reason.
    if (!pressed) return;
    pressed.ariaBusy = null;
    say("سبد خرید آماده نشد. اتصال اینترنت خود را بررسی کنید و دوباره بزنید.");
  }
}
