import { type RefObject, useEffect, useState } from "react";
import { useIsDesktop } from "../../parts/use-is-desktop.ts";

/**
 * The share of an element that has to be visible: a thin strip above the bar of phones is not
 * enough.
 */
const SEEN = 0.9;

/**
 * True on phones while an element is below the visible part of the page, so that a bar can replace
 * it.
 */
export function useIsBelow(element: RefObject<HTMLElement | null>): boolean {
  const [isBelow, setIsBelow] = useState(false);
  const isDesktop = useIsDesktop();
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry) setIsBelow(entry.intersectionRatio < SEEN && entry.boundingClientRect.top > 0);
      },
      // The bar at the bottom of phones covers what lies under it.
      { rootMargin: "0px 0px -60px", threshold: [0, SEEN] },
    );
    if (element.current) watch.observe(element.current);
    return () => {
      watch.disconnect();
    };
  }, [element]);
  return isBelow && !isDesktop;
}
