import { useLayoutEffect, useRef } from "react";

const RAYS = 8;
/** With this many rays or fewer, the last quarter of the time has begun. */
const SOON_RAYS = 2;

interface StarProps {
  /** The time of the promise, and the time until which it has to be kept; UTC milliseconds. */
  promisedAt: number;
  dueAt: number;
  now: number;
  isLarge?: boolean;
}

/**
 * The star of a promise, which loses one of its eight rays with each eighth of the promised time.
 * The remaining time is written beside it, so the star is hidden from screen readers.
 */
export function Star({ promisedAt, dueAt, now, isLarge = false }: StarProps) {
  const star = useRef<HTMLSpanElement>(null);
  const left = raysLeft(promisedAt, dueAt, now);
  useLayoutEffect(() => {
    // The content security policy forbids a style attribute.
    star.current?.style.setProperty("--rays", String(left === 0 ? RAYS : left));
  }, [left]);
  const state = left === 0 ? "star-late" : left <= SOON_RAYS ? "star-soon" : "";
  return (
    <span
      ref={star}
      aria-hidden="true"
      className={`star ${state} ${isLarge ? "star-large" : ""}`}
    />
  );
}

/** Returns how many rays are left: none after the promised time. */
function raysLeft(promisedAt: number, dueAt: number, now: number): number {
  if (now >= dueAt) return 0;
  const share = (dueAt - now) / Math.max(1, dueAt - promisedAt);
  return Math.min(RAYS, Math.ceil(share * RAYS));
}
