import { useEffect } from "react";

/** The browser may show the page again as it was left. */
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
