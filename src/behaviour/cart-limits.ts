import type { CartLimits } from "../stores/guest-cart.ts";

/** Reads the contract's limits from the page: browser scripts cannot import the contract. */
export function cartLimits(): CartLimits {
  const { quantityMax, linesMax } = document.body.dataset;
  return { quantityMax: Number(quantityMax), linesMax: Number(linesMax) };
}
