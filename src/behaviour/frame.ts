import { followCart } from "./cart-badge.ts";
import { offerProducts } from "./add-to-cart.ts";
import { showNamedProduct } from "./named-product.ts";
import { offerRegions } from "./region-filter.ts";
import { offerSearch } from "./search.ts";
import { offerRestockAlerts } from "./restock.ts";
import { hideBarOnScroll } from "./secondary-bar.ts";
import { listenToSignOut } from "./sign-out.ts";
import { listenToThemeToggle } from "./theme-toggle.ts";

listenToThemeToggle();
hideBarOnScroll();
listenToSignOut();
followCart();
offerProducts();
offerRegions();
offerRestockAlerts();
offerSearch();
showNamedProduct();
addEventListener(
  "load",
  () => void import("./after-load.ts").then((later) => later.startAfterLoad()),
);
