/**
 * The foil of a card follows the mouse: `product.css` draws it at `--foil-x` and `--foil-y`, percent
 * of the art. Not on touch, and not for who wants less motion.
 */
export function letFoilFollow(): void {
  if (!matchMedia("(hover: hover) and (prefers-reduced-motion: no-preference)").matches) return;
  addEventListener(
    "pointermove",
    ({ target, clientX, clientY }) => {
      const art = target instanceof Element && target.closest(".product")?.querySelector(".art");
      if (!art) return;
      const { left, top, width, height } = art.getBoundingClientRect();
      const { style } = art.parentElement as HTMLElement;
      style.setProperty("--foil-x", `${String(((clientX - left) / width) * 100)}%`);
      style.setProperty("--foil-y", `${String(((clientY - top) / height) * 100)}%`);
    },
    { passive: true },
  );
}
