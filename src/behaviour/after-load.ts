import { keepOfflinePage } from "./offline.ts";
import { onOtherTabs } from "../stores/other-tabs.ts";
import { isSignedIn } from "../stores/session.ts";
import { guardPresses } from "./press-guard.ts";

/** Starts what no page needs before it is drawn and can be pressed. */

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

/** The badge counts the cart of whoever is signed in now, in whichever tab that changed. */
function followOtherTabs(): void {
  const countCart = () => {
    document.documentElement.toggleAttribute("data-signed-in", isSignedIn());
    dispatchEvent(new Event("count-cart"));
  };
  onOtherTabs("cart", countCart);
  onOtherTabs("ended", countCart);
  // The cart of a guest becomes another one, the shopper's.
  onOtherTabs("begun", () => {
    if (location.pathname === "/cart") location.reload();
    else countCart();
  });
}
