import letters from "./letters.json" with { type: "json" };

/**
 * Writes Persian and Latin words as outlines, for pictures that cannot load the shop's font. Words
 * are placed from right to left; the right edge of the text is at 0.
 */

/** The font weights for which `scripts/build/letters.ts` makes outlines. */
export type Weight = "600" | "800";
type Letters = Readonly<Record<string, readonly [advance: number, path: string]>>;
const OUTLINES = letters as unknown as Readonly<Record<Weight, Letters>>;

/** The number of units in one font size. Paths and widths are measured in these units. */
export const EM = 500;

export interface Outline {
  path: string;
  width: number;
}

const ZERO_WIDTH = "\u200C";
/** Words that run from left to right: names, numbers, and numbers with their separators. */
const LEFT_TO_RIGHT = /[!-~۰-۹٬٫٪]+(?: [!-~۰-۹٬٫٪]+)*/;
const PIECES = new RegExp(`${LEFT_TO_RIGHT.source}|لا|لأ|لآ|.`, "gsu");

/** Returns null for a text with a letter that has no outline. */
export function outline(text: string, weight: Weight): Outline | null {
  const known = OUTLINES[weight];
  const pieces = text.match(PIECES) ?? [];
  let path = "";
  let pen = 0;
  let isJoined = false;
  for (const [index, piece] of pieces.entries()) {
    if (piece === ZERO_WIDTH) {
      isJoined = false;
      continue;
    }
    const next = pieces[index + 1];
    // A letter is joined to the next one only if both have a joined form.
    const reaches = next !== undefined && `${piece}-` in known && `-${next}` in known;
    const names = LEFT_TO_RIGHT.test(piece)
      ? Array.from(piece)
      : [`${isJoined ? "-" : ""}${piece}${reaches ? "-" : ""}`];
    const shapes = names.map((name) => known[name]);
    if (!shapes.every((shape) => shape !== undefined)) return null;
    pen -= shapes.reduce((sum, [advance]) => sum + advance, 0);
    let at = pen;
    for (const [advance, own] of shapes) {
      path += moved(own, at);
      at += advance;
    }
    isJoined = reaches;
  }
  return { path, width: -pen };
}

function moved(path: string, x: number): string {
  return path.replace(/M(-?\d+)/g, (_, from) => `M${String(Number(from) + x)}`);
}
