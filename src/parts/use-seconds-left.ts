import { useEffect, useState } from "react";
import { toPersianDigits } from "../../persian/digits.ts";

/** Counts down the whole seconds until a timestamp. */
export function useSecondsLeft(timestamp: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= timestamp) clearInterval(timer);
    };
    const timer = setInterval(tick, 500);
    tick();
    return () => {
      clearInterval(timer);
    };
  }, [timestamp]);
  return Math.max(0, Math.ceil((timestamp - now) / 1000));
}

/** Formats seconds as minutes and seconds in Persian digits: 75 → «۱:۱۵». */
export function formatSeconds(seconds: number): string {
  return toPersianDigits(
    `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")}`,
  );
}
