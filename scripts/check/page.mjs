import { readFileSync, writeFileSync } from "node:fs";

/** Sections of a page that commands write, between `<!-- name -->` and `<!-- /name -->`. */

const sectionOf = (name) => new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=<!-- /${name} -->)`);

/** Writes a section of a page. Throws when the page has no place for it. */
export function writeSection(path, name, section) {
  const text = readFileSync(path, "utf8");
  if (!sectionOf(name).test(text)) throw new Error(`${path} has no \`<!-- ${name} -->\` marker.`);
  writeFileSync(
    path,
    text.replace(sectionOf(name), () => section),
  );
}

/** Returns the text of a section of a page, or an empty text when there is none. */
export function keptSection(path, name) {
  return sectionOf(name).exec(readFileSync(path, "utf8"))?.[0] ?? "";
}

export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell ?? "").join(" | ")} |`;
  return [
    "<!-- prettier-ignore -->",
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
  ].join("\n");
}

export function show(figure) {
  return typeof figure === "number" ? figure.toLocaleString("en-US") : String(figure);
}
