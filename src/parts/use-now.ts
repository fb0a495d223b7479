import { useEffect, useState } from "react";
import { CLOCK_SET, hearTime, serverNow } from "../stores/server-clock.ts";

const TICK_MS = 20_000;

/**
 * Returns the time in UTC milliseconds, updated every twenty seconds. Only for content that the
 * server does not draw.
 */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useTicks(setNow);
  return now;
}

/**
 * Like `useNow`, for content that the server draws too: until the page is hydrated, returns the
 * server's time `drawnAt`.
 */
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
