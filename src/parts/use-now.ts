import { useEffect, useState } from "react";
import { CLOCK_SET, hearTime, serverNow } from "../stores/server-clock.ts";

const TICK_MS = 20_000;

/** The time in UTC milliseconds, every twenty seconds anew. For what is drawn in the browser only. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useTicks(setNow);
  return now;
}

/** The same for what the server draws too: until the page is hydrated it is the server's `drawnAt`. */
export function useNowInBrowser(drawnAt: number | null): number | null {
  const [now, setNow] = useState(drawnAt);
  useEffect(() => {
    if (drawnAt !== null) hearTime(drawnAt + performance.now());
  }, [drawnAt]);
  useTicks(setNow);
  return now;
}

function useTicks(setNow: (now: number) => void): void {
  useEffect(() => {
    const tick = () => {
      setNow(serverNow());
    };
    const timer = setInterval(tick, TICK_MS);
    addEventListener(CLOCK_SET, tick);
    tick();
    return () => {
      clearInterval(timer);
      removeEventListener(CLOCK_SET, tick);
    };
  }, [setNow]);
}
