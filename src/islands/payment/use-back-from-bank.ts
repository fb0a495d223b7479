import { useEffect } from "react";

/** Calls `onBack` when the browser restores the page from its back/forward cache. */
export function useBackFromBank(onBack: () => void): void {
  useEffect(() => {
    const onShown = (event: PageTransitionEvent) => {
      if (event.persisted) onBack();
    };
    window.addEventListener("pageshow", onShown);
    return () => {
      window.removeEventListener("pageshow", onShown);
    };
  }, [onBack]);
}
