import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run/root.mjs";
import { seed } from "../support/random.ts";

/**
 * The size of the torture tests: `npm test` runs the short form, `npm run torture` the long one.
 */

const isLong = process.env["TORTURE"] === "long";

/** Returns the amount of the form that runs. */
export const amount = <Amount>(short: Amount, long: Amount): Amount => (isLong ? long : short);

/** The part of a sample that is played: check-all.mjs takes another one each day. */
const part = Number(process.env["TEST_PART"] ?? 0);

/** Every `count`th item, beginning with another one each day; in the long form all items. */
export const sample = <Item>(items: readonly Item[], count: number, shift = 0): readonly Item[] =>
  items.filter((_, index) => isLong || (index + shift + part) % count === 0);

/** Writes the figures of a part for `npm run figures`, or for the list of long runs. */
export function report(part: string, figures: Record<string, number | string>): void {
  const folder = join(root, ".cache", "reports", isLong ? "long-form" : "torture");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${part}.json`), JSON.stringify({ seed, ...figures }, null, 2));
}
