import { escapeXml } from "../seo/xml.ts";

/**
 * Returns a product's name as HTML. Parts that the picture and the region chip already show («گیفت
 * کارت», the region at the end) are in spans that narrow rows hide from sight.
 */
export function nameInRow(name: string, region: string): string {
  const [start, middle, end] = split(name, region);
  const spare = (text: string) => (text === "" ? "" : `<span>${escapeXml(text)}</span>`);
  return spare(start) + escapeXml(middle) + spare(end);
}

/** The number of letters that fit on one line of a row at 360 px, in any font. */
const LETTERS_PER_LINE = 24;
const LINES_MAX = 4;

/** Returns how many lines a name needs in a row, from 2 to 4; undefined for a name of one line. */
export function linesOfName(name: string, region: string): number | undefined {
  const lines = Math.ceil(split(name, region)[1].length / LETTERS_PER_LINE);
  return lines > 1 ? Math.min(lines, LINES_MAX) : undefined;
}

function split(name: string, region: string): [start: string, middle: string, end: string] {
  const [start = ""] = /^(?:گیفت کارت|اشتراک) /.exec(name) ?? [];
  const end = name.endsWith(` ${region}`) ? ` ${region}` : "";
  return [start, name.slice(start.length, name.length - end.length), end];
}
