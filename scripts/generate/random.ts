import { createHash } from "node:crypto";

/** A generator of random values that are the same for the same seed. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number from `least` to `most`. */
  between(least: number, most: number): number;
  /** Returns true with the probability `share`. */
  chance(share: number): boolean;
  pick<Thing>(things: readonly Thing[]): Thing;
  /** Returns a random index of `weights`; a larger weight makes its index more likely. */
  weigh(weights: readonly number[]): number;
  /** Returns a new id in the form of a UUID. */
  id(): string;
  digits(length: number): string;
}

/** Mulberry32: enough for made-up history, and never used for a secret. */
export function createRandom(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const prefix = createHash("sha256").update(`id ${seed}`).digest("hex").slice(0, 12);
  let made = 0;
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (things) => {
      const thing = things[Math.floor(next() * things.length)];
      if (thing === undefined) throw new Error("There is nothing to pick from.");
      return thing;
    },
    weigh: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const found = weights.findIndex((weight) => (left -= weight) < 0);
      return found < 0 ? weights.length - 1 : found;
    },
    id: () => {
      const count = (++made).toString(16).padStart(12, "0");
      return `${prefix.slice(0, 8)}-${prefix.slice(8)}-4000-8000-${count}`;
    },
    digits: (length) => Array.from({ length }, () => between(0, 9)).join(""),
  };
}
