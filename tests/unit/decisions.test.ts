import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/run/root.mjs";

const folder = join(root, "docs", "decisions");
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const pages = readdirSync(folder).filter((file) => file !== "README.md");
const HEADER =
  /^# (\d+)\. (.+)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (accepted|(?:accepted, )?superseded (?:in part )?by \d{3})\n/;

test.each(pages)("%s has a number, a date and a status, and the index repeats them", (file) => {
  const [, number = "", title, date, status] = HEADER.exec(read(file)) ?? [];
  expect(file.startsWith(`${number.padStart(3, "0")}-`)).toBe(true);
  expect(read("README.md")).toContain(
    `| [${number.padStart(3, "0")}](${file}) | ${String(title)} | ${String(date)} | ${String(status)} |`,
  );
});

test("the index lists each decision once and no other page", () => {
  const listed = [...read("README.md").matchAll(/^\| \[\d{3}\]\((.+?)\)/gm)].map(
    ([, file]) => file,
  );
  expect(listed).toEqual(pages.toSorted());
});
