import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SUBJECT_NAMES, actionWords, verdictWords } from "../../persian/desk-words.ts";

/** Whatever the desk writes down has Persian words: the log shows them to the owner. */

const root = join(import.meta.dirname, "../..");
const sources = globSync("api/**/*.ts", { cwd: root }).map((file) =>
  readFileSync(join(root, file), "utf8"),
);
const found = (pattern: RegExp) => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, word = ""]) => word))),
];
const isLatin = (words: string) => /[a-z]/i.test(words);

test("every verdict that the shop writes has its words", () => {
  const verdicts = [
    ...found(/verdict: (?:[^",\n]+\? )?"(\w[\w ]*)"/g),
    ...found(/aboutThemselves\(operator, "(\w+)"/g),
    ...found(/decision\(c\.var\.operator, [\w.]+, "(\w+)"/g),
  ];
  expect(verdicts.length).toBeGreaterThan(30);
  expect(verdicts.filter((verdict) => isLatin(verdictWords(verdict)))).toEqual([]);
});

test("everything that needs a second person has a name, when asked, confirmed and dropped", () => {
  const actions = found(
    /export const [A-Z_]+ = "(raise|payout|payout_file|refund_opened|forget|revoke_\w+)"/g,
  );
  expect(actions.toSorted()).toEqual([
    "forget",
    "payout",
    "payout_file",
    "raise",
    "refund_opened",
    "revoke_card",
    "revoke_identity",
  ]);
  const said = actions.flatMap((action) => [
    actionWords(action),
    ...["asked", "confirmed", "dropped"].map((end) => verdictWords(`${action}_${end}`)),
  ]);
  expect(said.filter(isLatin)).toEqual([]);
});

test("every thing that a line can be about has a name", () => {
  const [type = ""] = /export type Subject =[^;]+;/.exec(
    readFileSync(join(root, "api/base/decisions.ts"), "utf8"),
  ) ?? [""];
  const subjects = [...type.matchAll(/"(\w+)"/g)].map(([, subject = ""]) => subject);
  expect(subjects.length).toBeGreaterThan(15);
  expect(subjects.filter((subject) => SUBJECT_NAMES[subject] === undefined)).toEqual([]);
});
