import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/run/root.mjs";

/** The first column of docs/glossary.md, in its order. */
const entries = [
  ...readFileSync(join(root, "docs", "glossary.md"), "utf8").matchAll(
    /^\| (?!Word |---)([^|]+) \|/gm,
  ),
].map(([, entry = ""]) => entry);

/** Splits «hold (queue)» into its words and the parenthesis that tells two meanings apart. */
function split(entry: string) {
  const [, words = "", meaning = ""] = /^([^(]+?)(?: \((.+)\))?$/.exec(entry) ?? [];
  return { words: words.toLowerCase().split(", "), meaning };
}

test("the glossary is in alphabetical order, by the words before a parenthesis", () => {
  const keys = entries.map(split).map(({ words, meaning }) => [words.join(", "), meaning]);
  const sorted = keys.toSorted(([one = "", a = ""], [other = "", b = ""]) =>
    one === other ? Number(a > b) - Number(a < b) : Number(one > other) - Number(one < other),
  );
  expect(entries.length).toBeGreaterThan(100);
  expect(keys).toEqual(sorted);
});

test("a word with two entries has a different parenthesis in each", () => {
  const meanings = entries
    .map(split)
    .flatMap(({ words, meaning }) => words.map((word) => ({ word, meaning })));
  const unclear = meanings.filter((one) =>
    meanings.some(
      (other) =>
        other !== one &&
        other.word === one.word &&
        (one.meaning === "" || other.meaning === one.meaning),
    ),
  );
  expect(unclear).toEqual([]);
});
