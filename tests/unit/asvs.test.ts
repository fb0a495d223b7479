import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Each requirement has a row in docs/security/asvs.md, and the evidence in the row exists. */

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const [applicable = "", fromLevel3 = ""] =
  read("docs/security/asvs.md").split("## Taken from level 3");
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [123] \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, id = "", words = "", shown = ""]) => ({ id, words, shown }),
  );

const hasTitle = (file: string, title: string) =>
  ['"', "'", "`"].some((quote) =>
    read(file).replaceAll('\\"', '"').includes(`${quote}${title}${quote}`),
  );

/**
 * The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0, without V10 and V17.
 * In each section the numbers begin at 1.
 */
const REQUIREMENTS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
  8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5
  13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3`;

test("every requirement of levels 1 and 2 has exactly one row", () => {
  const ids = [...REQUIREMENTS.matchAll(/(\S+):(\d+)/g)].flatMap(([, section = "", count]) =>
    Array.from({ length: Number(count) }, (_, index) => `${section}.${String(index + 1)}`),
  );
  expect(rowsOf(applicable).map(({ id }) => id)).toEqual(ids);
});

test("every row names its evidence, or says why there is none", () => {
  const silent = [...rowsOf(applicable), ...rowsOf(fromLevel3)].filter(
    ({ shown }) => !/^(?:Deviation|Platform|Not applicable): \S|^`[^`]+`/.test(shown),
  );
  expect(silent).toEqual([]);
});

test("every file and every test title that a row names exists", () => {
  const missing = [...rowsOf(applicable), ...rowsOf(fromLevel3)].flatMap(({ id, shown }) =>
    [...shown.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:ts|md|json))`(?: › ((?:[^<)]|<(?!br>))+))?/g)]
      .filter(
        ([, file = "", title]) =>
          !existsSync(join(root, file)) || (title !== undefined && !hasTitle(file, title.trim())),
      )
      .map(([reference]) => `${id}: ${reference}`),
  );
  expect(missing).toEqual([]);
});

test("tests are named by title; a document alone is enough only for a rule about documents", () => {
  const untitled = rowsOf(applicable).filter(({ shown }) => /`tests\/[^`]+`(?! › )/.test(shown));
  const onlyWritten = rowsOf(applicable).filter(
    ({ shown }) =>
      shown.startsWith("`") && !/`(?:tests\/[^`]+|scripts\/check\/tidy\.ts)`/.test(shown),
  );
  expect(untitled).toEqual([]);
  expect(onlyWritten.map(({ id }) => id).filter((id) => !/^\d+\.1\./.test(id))).toEqual([]);
});
