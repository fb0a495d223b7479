import { createByteWriter } from "./byte-writer.ts";
import { crc32 } from "./crc32.ts";
import { type CleanPicture, beginsWith, letters } from "./bytes.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHUNK_FRAME_BYTES = 12;

/**
 * Optional chunks that affect how the picture looks, with their maximum size in bytes; a longer one
 * carries other data and is dropped.
 */
const KEPT_CHUNKS: ReadonlyMap<string, number> = new Map([
  ["tRNS", 256],
  ["gAMA", 4],
  ["cHRM", 32],
  ["sRGB", 1],
  ["pHYs", 9],
  ["sBIT", 4],
  ["bKGD", 6],
  ["iCCP", 4 * 1024 * 1024],
]);

/** Allowed bits per sample, by colour type. */
const BIT_DEPTHS: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]);

/**
 * Parses a PNG chunk by chunk to its end. Drops chunks that drawing does not need, and data after
 * the end. Returns null when the file is broken.
 */
export function cleanPng(bytes: Uint8Array): CleanPicture | null {
  if (!beginsWith(bytes, SIGNATURE)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const output = createByteWriter(bytes.length);
  output.write(SIGNATURE);
  let header: { width: number; height: number; isIndexed: boolean } | null = null;
  let stage: "before data" | "data" | "after data" = "before data";
  let hasPalette = false;
  let at = SIGNATURE.length;
  while (at + CHUNK_FRAME_BYTES <= bytes.length) {
    const length = view.getUint32(at);
    const end = at + CHUNK_FRAME_BYTES + length;
    const type = letters(bytes, at + 4, at + 8);
    if (
      end > bytes.length ||
      !/^[A-Za-z]{4}$/.test(type) ||
      (header === null) !== (type === "IHDR")
    )
      return null;
    const isCritical = type.charAt(0) === type.charAt(0).toUpperCase();
    const isKept = isCritical || length <= (KEPT_CHUNKS.get(type) ?? -1);
    if (isKept && view.getUint32(end - 4) !== crc32(bytes, at + 4, end - 4)) return null;
    if (isKept) output.write(bytes.subarray(at, end));
    if (stage === "data" && type !== "IDAT") stage = "after data";
    switch (type) {
      case "IHDR":
        header = readHeader(view, at + 8, length);
        if (!header) return null;
        break;
      case "PLTE":
        if (
          hasPalette ||
          stage !== "before data" ||
          length === 0 ||
          length % 3 !== 0 ||
          length > 768
        )
          return null;
        hasPalette = true;
        break;
      case "IDAT":
        if (stage === "after data" || !header || (header.isIndexed && !hasPalette)) return null;
        stage = "data";
        break;
      case "IEND": {
        const isWhole = stage === "after data" && length === 0;
        return isWhole && header
          ? { width: header.width, height: header.height, bytes: output.bytes() }
          : null;
      }
      default:
        if (isCritical) return null;
    }
    at = end;
  }
  return null;
}

function readHeader(
  view: DataView,
  at: number,
  length: number,
): { width: number; height: number; isIndexed: boolean } | null {
  if (length !== 13) return null;
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)];
  const [depth, colour, compression, filter, interlace] = [8, 9, 10, 11, 12].map((offset) =>
    view.getUint8(at + offset),
  );
  if (depth === undefined || colour === undefined || !BIT_DEPTHS.get(colour)?.includes(depth))
    return null;
  if (compression !== 0 || filter !== 0 || interlace === undefined || interlace > 1) return null;
  const isDrawable = width >= 1 && height >= 1 && width <= 0x7fffffff && height <= 0x7fffffff;
  return isDrawable ? { width, height, isIndexed: colour === 3 } : null;
}
