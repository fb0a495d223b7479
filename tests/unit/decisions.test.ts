import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/run/root.mjs";

const folder = join(root, "docs", "decisions");
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const pages = readdirSync(folder).filter((file) => file !== "README.md");
const STATUS = "accepted|(?:accepted, )?superseded (?:in part )?by \\d{3}";
const HEADER = new RegExp(
  `^# (\\d+)\\. (.+)\\n\\n- Date: (\\d{4}-\\d\\d-\\d\\d)\\n- Status: (${STATUS})\\n`,
);

test.each(pages)("%s has a number, a date and a status, and the index repeats them", (file) => {
  const [, number = "", title = "", date = "", status = ""] = HEADER.exec(read(file)) ?? [];
  const digits = number.padStart(3, "0");
  expect(file.startsWith(`${digits}-`)).toBe(true);
  expect(read("README.md")).toContain(`| [${digits}](${file}) | ${title} | ${date} | ${status} |`);
});

test("the index lists each decision once and no other page", () => {
  const listed = [...read("README.md").matchAll(/^\| \[\d{3}\]\((.+?)\)/gm)].map(
    ([, file]) => file,
  );
  expect(listed.toSorted()).toEqual(pages.toSorted());
});

test("the words of the glossary are in alphabetical order", () => {
  const glossary = readFileSync(join(root, "docs", "glossary.md"), "utf8");
  const words = [...glossary.matchAll(/^\| ([^|]+?) \|/gm)]
    .map(([, word = ""]) => word.toLowerCase())
    .filter((word) => word !== "word" && word !== "---");
  expect(words).toEqual(words.toSorted());
});
