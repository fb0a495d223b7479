import { useSyncExternalStore } from "react";

/** Section 9: below this width tables become cards. */
const DESKTOP = "(min-width: 1024px)";

/** Whether there is room for tables. False while the server renders: what it draws is a skeleton. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(subscribe, isDesktop, () => false);
}

function isDesktop(): boolean {
  return matchMedia(DESKTOP).matches;
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(DESKTOP);
  query.addEventListener("change", onChange);
  return () => {
    query.removeEventListener("change", onChange);
  };
}
