import { useEffect, useState } from "react";

const TICK_MS = 20_000;

/** The time in UTC milliseconds, every twenty seconds anew. For what is drawn in the browser only. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useTicks(setNow);
  return now;
}

/** The same for what the server draws too: until the page is hydrated it is the server's `drawnAt`. */
export function useNowInBrowser(drawnAt: number | null): number | null {
  const [now, setNow] = useState(drawnAt);
  useTicks(setNow);
  return now;
}

function useTicks(setNow: (now: number) => void): void {
  useEffect(() => {
    const tick = () => {
      setNow(Date.now());
    };
    const timer = setInterval(tick, TICK_MS);
    tick();
    return () => {
      clearInterval(timer);
    };
  }, [setNow]);
}
