import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../../scripts/run/prepare.mjs";
import { changedFiles, filesOfSchema, noteUpToDate } from "../../scripts/run/schema-stamp.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "armaghan-data-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("a migration that changed or is missing is named, and a new one is not", () => {
  const applied = ["aa 0001_base.sql", "bb 0002_goods.sql"];
  expect(changedFiles(applied, applied)).toEqual([]);
  expect(changedFiles(applied, [...applied, "cc 0003_search.sql"])).toEqual([]);
  expect(changedFiles(applied, ["aa 0001_base.sql", "dd 0002_goods.sql"])).toEqual([
    "0002_goods.sql",
  ]);
  expect(changedFiles(applied, ["aa 0001_base.sql"])).toEqual(["0002_goods.sql"]);
});

test("a data folder that has every migration needs no work", async () => {
  noteUpToDate(folder);
  expect(readFileSync(join(folder, "migrated"), "utf8").split("\n")).toEqual(filesOfSchema());
  expect(await migrate(folder)).toBe(false);
});

test("a folder of another schema is left alone, and the error says how to start anew", async () => {
  const [first = "", second = "", ...others] = filesOfSchema();
  const older = [first, `${"0".repeat(64)} ${second.split(" ")[1] ?? ""}`, ...others].join("\n");
  const stamps = [
    [older, `another schema (${second.split(" ")[1] ?? ""} changed since), so it cannot`],
    // Earlier versions wrote one hash of all files.
    ["f".repeat(64), "another schema, so it cannot"],
  ] as const;
  for (const [stamp, words] of stamps) {
    writeFileSync(join(folder, "migrated"), stamp);
    await expect(migrate(folder)).rejects.toThrow(
      `The data folder ${folder} was made from ${words} be brought up to date. Begin anew: delete`,
    );
    expect(readdirSync(folder)).toEqual(["migrated"]);
    expect(readFileSync(join(folder, "migrated"), "utf8")).toBe(stamp);
  }
});
