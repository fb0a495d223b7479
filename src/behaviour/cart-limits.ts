import type { CartLimits } from "../stores/guest-cart.ts";

/** The contract's limits, which the page carries because the browser does not load the contract itself. */
export function cartLimits(): CartLimits {
  const { quantityMax, linesMax } = document.body.dataset;
  return { quantityMax: Number(quantityMax), linesMax: Number(linesMax) };
}
