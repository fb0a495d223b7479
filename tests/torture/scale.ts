import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run/root.mjs";

/**
 * How hard the torture is: `npm test` runs the short form, `npm run torture` the long one. Whatever is drawn by lot comes from
 * one seed (TORTURE_SEED), so that a run that failed can be repeated.
 */

const isLong = process.env["TORTURE"] === "long";
export const seed = Number(process.env["TORTURE_SEED"] ?? 20_261_121);

/** The short form's number, or the long one's. */
export const amount = <Amount>(short: Amount, long: Amount): Amount => (isLong ? long : short);

/** Numbers from 0 up to 1, the same ones for the same seed and name (mulberry32). */
export function createRandom(name: string) {
  let state = seed;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x01_00_01_93);
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    /** A whole number from 0 up to, not including, `limit`. */
    below,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
    shuffle: <Item>(items: readonly Item[]): Item[] => {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0] as Item);
    },
  };
}

export type Random = ReturnType<typeof createRandom>;

/** Puts what a part of the torture did into the report that `npm run torture` prints. */
export function report(part: string, figures: Record<string, number | string>): void {
  const folder = join(root, ".cache", "reports", "torture");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${part}.json`), JSON.stringify({ seed, ...figures }, null, 2));
}
