import { keepOfflinePage } from "./offline.ts";
import { onOtherTabs } from "../stores/other-tabs.ts";
import { isSignedIn } from "../stores/session.ts";
import { guardPresses } from "./press-guard.ts";

/** Starts the scripts that can wait until the page is drawn and can be used. */

guardPresses();
followOtherTabs();
keepOfflinePage();
if (matchMedia("(hover: hover) and (prefers-reduced-motion: no-preference)").matches)
  addEventListener(
    "pointermove",
    () =>
      void import("./foil.ts").then((foil) => {
        addEventListener("pointermove", foil.moveLight);
      }),
    { once: true },
  );

/** Counts the cart again when somebody signs in or out in another tab. */
function followOtherTabs(): void {
  const countCart = () => {
    document.documentElement.toggleAttribute("data-signed-in", isSignedIn());
    dispatchEvent(new Event("count-cart"));
  };
  onOtherTabs("cart", countCart);
  onOtherTabs("ended", countCart);
  // After a sign-in, the shopper's cart replaces the guest's.
  onOtherTabs("begun", () => {
    if (location.pathname === "/cart") location.reload();
    else countCart();
  });
}
