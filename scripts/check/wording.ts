import { readFileSync } from "node:fs";

/**
 * The Persian words of `docs/wording.md`: one thing has one word. The table is read from that page,
 * so that each word is decided in one place.
 */

/** The folders whose Persian texts people read. Tests and search words may use any words. */
export const INTERFACE = /^(?:src|contract|persian|sandbox|worker|api)\/.*\.(?:ts|tsx|astro|md)$/;

const WORDING = readFileSync("docs/wording.md", "utf8");
const LETTER = "[\\u0600-\\u06ff\\u200c]";

interface Word {
  pattern: RegExp;
  say: string;
}

const rows = [...WORDING.matchAll(/^\| (?<say>[^|]+) \| (?<not>[^|]+) \| [^|]*\|$/gm)]
  .map(({ groups }) => ({ say: groups?.["say"] ?? "", not: groups?.["not"] ?? "" }))
  .filter(({ say }) => say !== "We write" && say !== "---");

const [owned, owners] = [...WORDING.matchAll(/^> (?<list>.+)$/gm)].map(({ groups }) =>
  (groups?.["list"] ?? "").split("،").map((word) => word.trim()),
);

const words: Word[] = [
  ...rows.flatMap(({ say, not }) =>
    not
      .split("،")
      .map((wrong) => ({
        pattern: new RegExp(`(?<!${LETTER})${wrong.trim()}(?![\\u0600-\\u06ff])`, "g"),
        say,
      })),
  ),
  ...(owned ?? []).map((word) => ({
    pattern: new RegExp(`(?<!${LETTER})${word} (?:${(owners ?? []).join("|")})(?!${LETTER})`, "g"),
    say: `${word}ٔ`,
  })),
];

/** The sentences that the specification prescribes word for word, longest first. */
const fixed = [
  ...readFileSync("docs/specification.md", "utf8")
    .split("### 11.1")[1]!
    .split("### 11.2")[0]!
    .matchAll(/^\| «(?<sentence>[^»]+)»/gm),
]
  .map(({ groups }) => groups?.["sentence"] ?? "")
  .sort((one, other) => other.length - one.length);

/** Returns one line for each word of `text` that `docs/wording.md` replaces by another. */
export function wordingFaults(file: string, text: string): string[] {
  let read = text;
  for (const sentence of fixed) read = read.replaceAll(sentence, " ".repeat(sentence.length));
  return words.flatMap(({ pattern, say }) =>
    [...read.matchAll(pattern)].map(({ 0: wrong, index }) => {
      const line = String(text.slice(0, index).split("\n").length);
      return `${file}:${line} «${text.slice(index, index + wrong.length + 14).replaceAll("\n", " ")}» We write «${say}» (docs/wording.md).`;
    }),
  );
}
