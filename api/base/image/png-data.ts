import { letters } from "./bytes.ts";

/** Samples per pixel by colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const SAMPLES = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
/** The passes of Adam7 interlacing: first column, first row, step to the right, step down. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * True when the data of a PNG that `cleanPng` wrote decodes to exactly the rows of the image, each
 * with a known filter. Source: PNG specification (W3C), sections 7 to 10.
 */
export async function decodesToRows(png: Uint8Array): Promise<boolean> {
  const view = new DataView(png.buffer, png.byteOffset, png.length);
  const counter = createRowCounter(rowsOf(view));
  const data: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    if (letters(png, at + 4, at + 8) === "IDAT")
      data.push(png.slice(at + 8, at + 8 + view.getUint32(at)));
  }
  try {
    const decoded = new Blob(data).stream().pipeThrough(new DecompressionStream("deflate"));
    for await (const part of decoded as unknown as AsyncIterable<Uint8Array>)
      if (!counter.take(part)) return false;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
  return counter.isComplete();
}

interface Rows {
  count: number;
  /** The bytes of one row, without its filter byte. */
  bytes: number;
}

function rowsOf(view: DataView): Rows[] {
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const bits = view.getUint8(24) * (SAMPLES.get(view.getUint8(25)) ?? 0);
  const passes = view.getUint8(28) === 1 ? PASSES : ([[0, 0, 1, 1]] as const);
  return passes
    .map(([x, y, right, down]) => ({
      columns: Math.ceil((width - x) / right),
      count: Math.ceil((height - y) / down),
    }))
    .filter(({ columns, count }) => columns > 0 && count > 0)
    .map(({ columns, count }) => ({ count, bytes: Math.ceil((columns * bits) / 8) }));
}

/** Counts decoded bytes row by row, without keeping them. */
function createRowCounter(rows: Rows[]) {
  let pass = 0;
  let row = 0;
  /** Bytes left in the current row: 0 when the filter byte of the next row comes next. */
  let left = 0;
  return {
    /** False when a filter is unknown, or when bytes follow after the last row. */
    take: (part: Uint8Array): boolean => {
      for (let at = 0; at < part.length;) {
        if (left > 0) {
          const taken = Math.min(left, part.length - at);
          left -= taken;
          at += taken;
          continue;
        }
        const current = rows[pass];
        if (!current || (part[at] ?? 5) > 4) return false;
        left = current.bytes;
        at++;
        if (++row === current.count) [pass, row] = [pass + 1, 0];
      }
      return true;
    },
    isComplete: () => pass === rows.length && left === 0,
  };
}
