import { useSyncExternalStore } from "react";

/** Section 9: below this width tables become cards. */
const DESKTOP = "(min-width: 1024px)";

/** True when a table fits on the screen. False on the server, which renders a skeleton. */
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
