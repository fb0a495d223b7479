import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { expect, test } from "vitest";

/**
 * The map of `api/`: rooms and the files above them, from the roof down to what speaks to the outside.
 * Lint holds the walls file by file; this holds the map as a whole.
 */

const root = resolve(import.meta.dirname, "../..");

/** Each imports only what stands further down. */
const FLOORS = [
  "exports.d.ts",
  "index.ts",
  "shop.ts",
  "health",
  "jobs.ts",
  "seed",
  "tidy.ts",
  "desk",
  "dashboard",
  "buying",
  "money",
  "people",
  "goods",
  "openapi",
  "base",
  "outside",
];

/** Nouns that need each other, with the reason in the README of their room. */
const KNOTS = [["people/bank-card", "people/identity", "people/inquiry"]];

const files = globSync("api/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
const IMPORT =
  /^(?:import|export)\b[^;"']*?from\s+"(\.{1,2}\/[^"]+)"|\bimport\("(\.{1,2}\/[^"]+)"\)/gm;

/** The imports of api/ from one file of it to another, without the folder. */
const imports = files.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(IMPORT)]
    .map(([, fixed, lazy]) => normalize(join(dirname(file), fixed ?? lazy ?? "")))
    .filter((to) => to.startsWith("api/"))
    .map((to) => ({ from: file.slice("api/".length), to: to.slice("api/".length) }));
});

const boxOf = (file: string) => file.split("/")[0] ?? "";
/** A folder of a room; `base/` and `outside/` are one thing each. */
const nounOf = (file: string) => {
  const [box = "", noun = "", ...rest] = file.split("/");
  return rest.length > 0 && box !== "base" && box !== "outside" ? `${box}/${noun}` : box;
};

test("every import within api/ leads down", () => {
  const upward = imports.filter(({ from, to }) => {
    const [above, below] = [FLOORS.indexOf(boxOf(from)), FLOORS.indexOf(boxOf(to))];
    return above === -1 || below === -1 || above > below;
  });
  expect(upward).toEqual([]);
});

test("the first level of api/ has few boxes and few arrows", () => {
  const boxes = new Set(files.map((file) => boxOf(file.slice("api/".length))));
  const arrows = new Set(
    imports
      .filter(({ from, to }) => boxOf(from) !== boxOf(to))
      .map(({ from, to }) => `${boxOf(from)} to ${boxOf(to)}`),
  );
  expect([...boxes].toSorted()).toEqual(FLOORS.toSorted());
  expect(boxes.size).toBeLessThanOrEqual(18);
  expect(arrows.size).toBeLessThanOrEqual(65);
});

test("nouns that need each other are named, with a reason", () => {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports)
    if (nounOf(from) !== nounOf(to))
      next.set(nounOf(from), (next.get(nounOf(from)) ?? new Set()).add(nounOf(to)));
  const reach = (start: string, seen = new Set<string>()): Set<string> => {
    for (const noun of next.get(start) ?? []) if (!seen.has(noun)) reach(noun, seen.add(noun));
    return seen;
  };
  const reached = new Map([...next.keys()].map((noun) => [noun, reach(noun)]));
  const knots = [...reached].map(([noun, seen]) =>
    [...seen].filter((other) => reached.get(other)?.has(noun) && seen.has(noun)).toSorted(),
  );
  const named = new Set(knots.filter(({ length }) => length > 0).map((knot) => knot.join(" ")));
  expect([...named]).toEqual(KNOTS.map((knot) => knot.join(" ")));
});
