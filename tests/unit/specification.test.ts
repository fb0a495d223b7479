import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** Compares the tables and section numbers of docs/specification.md with code and tests. */

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const tables = new Map(
  read("docs/specification.md")
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.split("\n", 1)[0] ?? "", rowsOf(text)]),
);

function rowsOf(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function table(number: string): string[][] {
  const found = [...tables].find(([title]) => title.startsWith(number));
  if (!found) throw new Error(`docs/specification.md has no table ${number}`);
  return found[1];
}

/** Returns the letters alone: half-spaces, marks and line breaks make no difference. */
const letters = (text: string) => text.replace(/[\u200c\s\u064b\u0654«».،!؟?…-]/g, "");
/** A text ends at quotes, tags, braces of a template, colons and Persian figures. */
const texts = (file: string) => letters(read(file)).replace(/["'`<>{}$:۰-۹]+/g, "|");

/** Section numbers in texts like "Section 4.1", "Sections 2 to 5" and "Sections 2, 3 and 5". */
function citations(text: string): string[] {
  return [...text.matchAll(/\bsections? (\d[\d.]*(?:(?:, | and | to )\d[\d.]*)*)/gi)].flatMap(
    ([, cited]) => cited?.match(/\d+(?:\.\d+)?/g) ?? [],
  );
}

describe("the sections of the specification that code cites", () => {
  it("exist", () => {
    const headings = read("docs/specification.md").matchAll(
      /^(?:## (\d+)\.|(?:### )?(\d+\.\d+)) /gm,
    );
    const sections = new Set([...headings].map(([, chapter, section]) => chapter ?? section));
    const files = ["contract", "api", "worker", "persian", "src"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        join(folder, file),
      ),
    );
    const absent = files
      .filter((file) => /\.(?:ts|tsx|astro|css|sql)$/.test(file))
      .flatMap((file) => citations(read(file)).map((number) => [file, number] as const))
      .filter(([, number]) => !sections.has(number));
    expect(absent).toEqual([]);
  });
});

describe("the tables of the specification", () => {
  it("name only existing files", () => {
    const missing = [...tables.values()].flat().flatMap(([, ...cells]) =>
      cells
        .join(" ")
        .split("`")
        .filter((_, index) => index % 2 === 1)
        .filter((file) => !existsSync(join(root, file))),
    );
    expect(missing).toEqual([]);
  });

  it.each(table("11.1"))("%s is a whole text in %s and in %s", (sentence, ...cells) => {
    // The whole sentence: part of a longer sentence would mean something else.
    const lacking = cells.filter(
      (cell) => !texts(cell.replaceAll("`", "")).includes(`|${letters(sentence)}|`),
    );
    expect(lacking).toEqual([]);
  });
});
