import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/run/root.mjs";

const page = readFileSync(join(root, "docs/security/threats.md"), "utf8");

/** The rows of all tables as [attack, answer, tests]. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:Attack |-)/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));
/** `file` › title; `file` › title */
const named = rows.flatMap(([attack = "", , tests = ""]) =>
  tests.split(/; (?=`)/).map((test) => [attack, test] as const),
);

it("every attack has an answer and a test", () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((cells) => cells.length !== 3 || cells.includes(""))).toEqual([]);
});

it.each(named)("%s: %s is there", (_, test) => {
  const [, file = "", title = ""] = /^`([^`]+)` › (.+)$/.exec(test) ?? [];
  expect(existsSync(join(root, file))).toBe(true);
  const text = readFileSync(join(root, file), "utf8").replaceAll('\\"', '"');
  expect(['"', "'", "`"].some((quote) => text.includes(`${quote}${title}${quote}`))).toBe(true);
});
