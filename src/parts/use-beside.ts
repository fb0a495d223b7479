import { type RefObject, useLayoutEffect } from "react";
import { findPlace, type Side } from "./beside.ts";

/**
 * Keeps an open popover beside its element, also during scrolling. Computed in script, because
 * Safari before 26 and Firefox before 147 have no CSS anchor positioning.
 */
export function useBeside(
  isOpen: boolean,
  anchor: RefObject<HTMLElement | null>,
  popover: RefObject<HTMLElement | null>,
  side: Side,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const place = (event?: Event) => {
      if (event?.target === popover.current) return;
      if (anchor.current && popover.current) placeBeside(anchor.current, popover.current, side);
    };
    place();
    addEventListener("scroll", place, { capture: true, passive: true });
    addEventListener("resize", place);
    return () => {
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
    };
  }, [isOpen, anchor, popover, side]);
}

function placeBeside(anchor: HTMLElement, popover: HTMLElement, requested: Side): void {
  const { style } = popover;
  style.setProperty("--anchor-size", `${String(anchor.offsetWidth)}px`);
  style.removeProperty("--room");
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const { side, x, y, room } = findPlace(
    anchor.getBoundingClientRect(),
    { width: popover.offsetWidth, height: popover.offsetHeight },
    { width, height },
    requested,
  );
  style.inset = `${String(y)}px auto auto ${String(x)}px`;
  style.setProperty("--room", `${String(room)}px`);
  popover.dataset["side"] = side;
}
