import { followCart } from "./cart-badge.ts";
import { offerProducts } from "./add-to-cart.ts";
import { showNamedProduct } from "./named-product.ts";
import { offerRegions } from "./region-filter.ts";
import { guardPresses } from "./press-guard.ts";
import { offerSearch } from "./search.ts";
import { keepOfflinePage } from "./offline.ts";
import { offerRestockAlerts } from "./restock.ts";
import { hideBarOnScroll } from "./secondary-bar.ts";
import { listenToSignOut } from "./sign-out.ts";
import { listenToThemeToggle } from "./theme-toggle.ts";

guardPresses();
listenToThemeToggle();
hideBarOnScroll();
listenToSignOut();
followCart();
offerProducts();
offerRegions();
offerRestockAlerts();
offerSearch();
showNamedProduct();
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
