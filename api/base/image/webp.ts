import { createByteWriter } from "./byte-writer.ts";
import { type CleanPicture, letters } from "./bytes.ts";
import { EXIF_HEADER, isExif, orientationAlone, readOrientation, withExifHeader } from "./exif.ts";

const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The position of the flags of VP8X, which is always the first chunk. */
const FLAGS_AT = FILE_HEADER_BYTES + CHUNK_HEADER_BYTES;
/** Spare bytes in the output, because the new orientation may be longer than the original EXIF. */
const SPARE_BYTES = 64;

/** Flags of the VP8X chunk. */
const FLAG = { animation: 0x02, xmp: 0x04, exif: 0x08 };

interface Size {
  width: number;
  height: number;
}

/**
 * Parses a still WebP chunk by chunk to its end. Drops EXIF (except the orientation), XMP, unknown
 * chunks and data after the end. Returns null when the file is broken or animated: a document needs
 * no animation, and frames could hide chunks of their own.
 */
export function cleanWebp(file: Uint8Array): CleanPicture | null {
  if (letters(file, 0, 4) !== "RIFF" || letters(file, 8, 12) !== "WEBP") return null;
  const whole = new DataView(file.buffer, file.byteOffset, file.length).getUint32(4, true) + 8;
  if (whole > file.length) return null;
  const bytes = file.subarray(0, whole);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const output = createByteWriter(bytes.length + SPARE_BYTES);
  output.write(bytes.subarray(0, FILE_HEADER_BYTES));
  let canvas: Size | null = null;
  let picture: Size | null = null;
  let orientation = 1;
  let at = FILE_HEADER_BYTES;
  while (at < bytes.length) {
    const length =
      at + CHUNK_HEADER_BYTES <= bytes.length ? view.getUint32(at + 4, true) : bytes.length;
    const start = at + CHUNK_HEADER_BYTES;
    const end = start + length + (length % 2);
    if (end > bytes.length) return null;
    const payload = bytes.subarray(start, start + length);
    switch (letters(bytes, at, at + 4)) {
      case "VP8X":
        canvas = at === FILE_HEADER_BYTES ? readCanvas(payload) : null;
        if (!canvas) return null;
        output.write(
          bytes.subarray(at, start),
          [(payload[0] ?? 0) & ~(FLAG.exif | FLAG.xmp)],
          payload.subarray(1),
        );
        break;
      case "VP8 ":
      case "VP8L":
        if (picture) return null;
        picture =
          letters(bytes, at, at + 4) === "VP8 " ? readLossy(payload) : readLossless(payload);
        if (!picture) return null;
        output.write(bytes.subarray(at, start + length), length % 2 ? [0] : []);
        break;
      case "ICCP":
      case "ALPH":
        if (!canvas || picture) return null;
        output.write(bytes.subarray(at, start + length), length % 2 ? [0] : []);
        break;
      case "EXIF":
        if (canvas && picture) orientation = orientationOf(payload);
        break;
      case "ANIM":
      case "ANMF":
        return null;
    }
    at = end;
  }
  if (!picture || (canvas && (canvas.width !== picture.width || canvas.height !== picture.height)))
    return null;
  if (orientation !== 1) output.write(exifChunk(orientation));
  const clean = output.bytes();
  if (orientation !== 1) clean[FLAGS_AT] = (clean[FLAGS_AT] ?? 0) | FLAG.exif;
  new DataView(clean.buffer).setUint32(4, clean.length - 8, true);
  return { ...picture, bytes: clean };
}

/** Reads the orientation. Some programs put the EXIF header of JPEG before the EXIF of a WebP. */
function orientationOf(payload: Uint8Array): number {
  return readOrientation(isExif(payload) ? payload : withExifHeader(payload));
}

/** Returns a chunk of EXIF that contains only the orientation. */
function exifChunk(orientation: number): Uint8Array {
  const content = orientationAlone(orientation).subarray(EXIF_HEADER.length);
  const chunk = new Uint8Array(CHUNK_HEADER_BYTES + content.length);
  chunk.set([..."EXIF"].map((letter) => letter.charCodeAt(0)));
  new DataView(chunk.buffer).setUint32(4, content.length, true);
  chunk.set(content, CHUNK_HEADER_BYTES);
  return chunk;
}

function readCanvas(payload: Uint8Array): Size | null {
  if (payload.length !== 10 || ((payload[0] ?? 0) & FLAG.animation) !== 0) return null;
  const uint24 = (at: number) =>
    (payload[at] ?? 0) + (payload[at + 1] ?? 0) * 0x100 + (payload[at + 2] ?? 0) * 0x10000;
  return { width: uint24(4) + 1, height: uint24(7) + 1 };
}

/** Reads the header of a VP8 key frame (RFC 6386, 9.1). */
function readLossy(payload: Uint8Array): Size | null {
  if (payload.length <= 10) return null;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const tag = view.getUint16(0, true) + view.getUint8(2) * 0x10000;
  const isKeyFrame =
    (tag & 1) === 0 &&
    view.getUint8(3) === 0x9d &&
    view.getUint8(4) === 0x01 &&
    view.getUint8(5) === 0x2a;
  const firstPartitionBytes = tag >>> 5;
  if (!isKeyFrame || 10 + firstPartitionBytes > payload.length) return null;
  return sizeUnlessEmpty(view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff);
}

/** Reads the header of a lossless picture (RFC 9649, 3.4). */
function readLossless(payload: Uint8Array): Size | null {
  if (payload.length <= 5 || payload[0] !== 0x2f) return null;
  const bits = new DataView(payload.buffer, payload.byteOffset, payload.length).getUint32(1, true);
  const version = bits >>> 29;
  return version === 0
    ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    : null;
}

function sizeUnlessEmpty(width: number, height: number): Size | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
