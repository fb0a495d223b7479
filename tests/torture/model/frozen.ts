import type { Freeze, Person } from "./things.ts";

/** Tells who is frozen, and for how long. */

export const isInForce = ({ releasedAt }: Freeze) => releasedAt === null;

export const isFrozen = ({ freezes }: Person) => freezes.some(isInForce);

/** Milliseconds between two times in which a person was frozen, by one freeze or several. */
export function frozenMs({ freezes }: Person, from: number, until: number): number {
  let frozen = 0;
  let counted = from;
  for (const { at, releasedAt } of freezes) {
    const end = Math.min(releasedAt ?? until, until);
    frozen += Math.max(0, end - Math.max(at, counted));
    counted = Math.max(counted, end);
  }
  return frozen;
}
