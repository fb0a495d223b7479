/** Finds text that every line has beside its code: «1 X», «Steam X», «X 50». */

/** The most lines of a text that are examined, and the fewest that are needed for a result. */
const SAMPLE = 300;
const LINES_MIN = 3;
/** The share of lines that must have the same text beside their code. */
const SHARE = 0.8;
/** The most parts before the code of a line, or after it. */
const PARTS_MAX = 6;

/** A separator between the parts of a line. */
const GAP = /\s*(?:[=-]+>|[:=|](?!\/\/))\s*|\s+(?:-\s+)?/g;

/**
 * Puts tabs between the codes of a text and the texts beside them: the same words or price on all
 * lines, or numbers that count up. Returns null when there are no such texts. The result is a guess
 * that a person must confirm.
 */
export function cutFrames(text: string): string | null {
  if (/["\t]/.test(text)) return null;
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const sample = lines.filter((line) => line !== "").slice(0, SAMPLE);
  if (sample.length < LINES_MIN) return null;
  const parts = sample.map((line) => line.split(GAP));
  const front = countFrames(parts, (part) => !/^\d{4,}$/.test(part));
  const back = countFrames(
    parts.map((all) => all.slice(front).toReversed()),
    () => true,
  );
  return front + back === 0 ? null : lines.map((line) => cutLine(line, front, back)).join("\n");
}

/**
 * Counts the parts at the beginning that are equal in nearly all lines, or that are numbers
 * counting up. At least one part remains as the code.
 */
function countFrames(lines: readonly string[][], isLikely: (part: string) => boolean): number {
  let count = 0;
  while (count < PARTS_MAX) {
    const column = lines.filter((line) => line.length > count + 1).map((line) => line[count] ?? "");
    const isOfAll = column.length >= Math.max(LINES_MIN, lines.length * SHARE);
    if (!isOfAll || !(isSame(column, isLikely) || isCounting(column))) return count;
    count += 1;
  }
  return count;
}

function isSame(column: readonly string[], isLikely: (part: string) => boolean): boolean {
  const groups = [...Map.groupBy(column, (part) => part)];
  return groups.some(
    ([part, all]) => isLikely(part) && all.length >= Math.max(LINES_MIN, column.length * SHARE),
  );
}

/** True for the numbers of a list: 1, 2, 3 … or 01, 02 …, also written «#1» or «1.». */
function isCounting(column: readonly string[]): boolean {
  const numbers = column.map((part) => Number(/^#?(\d{1,6})[.)\]]?$/.exec(part)?.[1] ?? "x"));
  const steps = numbers.filter((number, at) => number - (numbers[at - 1] ?? Number.NaN) === 1);
  const found = numbers.filter((number) => !Number.isNaN(number));
  const isList = found.length >= column.length * SHARE && (found[0] ?? 0) < 1_000;
  return isList && steps.length >= Math.max(2, (found.length - 1) * SHARE);
}

function cutLine(line: string, front: number, back: number): string {
  const count = [...line.matchAll(GAP)].length;
  if (count < front + back) return line;
  let at = 0;
  return line.replace(GAP, (gap) => {
    at += 1;
    return at <= front || at > count - back ? "\t" : gap;
  });
}
