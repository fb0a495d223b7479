import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run/root.mjs";

/**
 * The amounts of the torture: `npm test` runs the short form, `npm run torture` the long one. All
 * random choices come from one seed (TORTURE_SEED), so that a failed run can be repeated.
 */

const isLong = process.env["TORTURE"] === "long";
export const seed = Number(process.env["TORTURE_SEED"] ?? 20_261_121);

/** Returns the amount of the form that runs. */
export const amount = <Amount>(short: Amount, long: Amount): Amount => (isLong ? long : short);

/** Random numbers from 0 up to 1, equal for an equal seed and name (mulberry32). */
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
    /** An integer from 0 up to, not including, `limit`. */
    below,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
    shuffle: <Item>(items: readonly Item[]): Item[] => {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0] as Item);
    },
  };
}

export type Random = ReturnType<typeof createRandom>;

/** Writes the figures of a part into the report that `npm run torture` prints. */
export function report(part: string, figures: Record<string, number | string>): void {
  const folder = join(root, ".cache", "reports", "torture");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${part}.json`), JSON.stringify({ seed, ...figures }, null, 2));
}
