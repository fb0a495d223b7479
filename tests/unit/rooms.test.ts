import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { expect, test } from "vitest";

/**
 * The order of the folders of `api/`, from the entry point down to the clients of providers. Lint
 * checks imports file by file; this checks them as a whole.
 */

const root = resolve(import.meta.dirname, "../..");

/** Each folder or file imports only from those below it in this list. */
const LAYERS = [
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

/** Nouns that import each other. The README of their room gives the reason. */
const IMPORT_CYCLES = [["people/bank-card", "people/identity", "people/inquiry"]];

const files = globSync("api/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
const IMPORT =
  /^(?:import|export)\b[^;"']*?from\s+"(\.{1,2}\/[^"]+)"|\bimport\("(\.{1,2}\/[^"]+)"\)/gm;

/** The imports within api/, with paths below that folder. */
const imports = files.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(IMPORT)]
    .map(([, fixed, lazy]) => normalize(join(dirname(file), fixed ?? lazy ?? "")))
    .filter((to) => to.startsWith("api/"))
    .map((to) => ({ from: file.slice("api/".length), to: to.slice("api/".length) }));
});

const boxOf = (file: string) => file.split("/")[0] ?? "";
/** Returns the noun of a file, a folder of a room; `base/` and `outside/` are one noun each. */
const nounOf = (file: string) => {
  const [box = "", noun = "", ...rest] = file.split("/");
  return rest.length > 0 && box !== "base" && box !== "outside" ? `${box}/${noun}` : box;
};

test("every import within api/ goes to the same or a lower folder of the list", () => {
  const upward = imports.filter(({ from, to }) => {
    const [above, below] = [LAYERS.indexOf(boxOf(from)), LAYERS.indexOf(boxOf(to))];
    return above === -1 || below === -1 || above > below;
  });
  expect(upward).toEqual([]);
});

test("api/ has at most 18 folders and files at its top, and 65 imports between them", () => {
  const boxes = new Set(files.map((file) => boxOf(file.slice("api/".length))));
  const arrows = new Set(
    imports
      .filter(({ from, to }) => boxOf(from) !== boxOf(to))
      .map(({ from, to }) => `${boxOf(from)} to ${boxOf(to)}`),
  );
  expect([...boxes].toSorted()).toEqual(LAYERS.toSorted());
  expect(boxes.size).toBeLessThanOrEqual(18);
  expect(arrows.size).toBeLessThanOrEqual(65);
});

test("nouns that import each other in a circle are exactly the known ones", () => {
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
  expect([...named]).toEqual(IMPORT_CYCLES.map((knot) => knot.join(" ")));
});
