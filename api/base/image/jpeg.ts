import { createByteWriter } from "./byte-writer.ts";
import { isExif, orientationAlone, readOrientation } from "./exif.ts";
import { type CleanPicture, beginsWith } from "./bytes.ts";
import {
  MARKER,
  isFrame,
  isMetadata,
  isSound,
  keptApplicationData,
  readFrame,
} from "./jpeg-segments.ts";

/** Spare bytes in the output, because the new orientation may be longer than the original EXIF. */
const SPARE_BYTES = 64;

/**
 * Parses a JPEG marker by marker to its end and drops its metadata, except the orientation. Also
 * drops data after the end of the image, such as the films and brightness maps that phones append.
 * Returns null when the file is broken.
 */
export function cleanJpeg(bytes: Uint8Array): CleanPicture | null {
  if (!beginsWith(bytes, [0xff, MARKER.soi, 0xff])) return null;
  const output = createByteWriter(bytes.length + SPARE_BYTES);
  output.write([0xff, MARKER.soi]);
  let frame: { width: number; height: number } | null = null;
  let isScanned = false;
  let hasExif = false;
  let at = 2;
  for (;;) {
    const segment = readSegment(bytes, at);
    if (!segment) return null;
    const { marker, payload } = segment;
    at = segment.end;
    if (marker === MARKER.eoi) break;
    if (isMetadata(marker)) {
      const exif: Uint8Array | null =
        !hasExif && marker === 0xe1 && isExif(payload) ? payload : null;
      hasExif ||= exif !== null;
      const kept = exif ? keepOrientation(exif) : keptApplicationData(marker, payload);
      if (kept) output.write([0xff, marker, 0, kept.length + 2], kept);
      continue;
    }
    if (isFrame(marker)) {
      if (frame) return null;
      frame = readFrame(payload);
      if (!frame) return null;
    } else if (!isSound(marker, payload)) return null;
    output.write([0xff, marker], bytes.subarray(at - payload.length - 2, at));
    if (marker !== MARKER.sos) continue;
    const end = endOfScan(bytes, at);
    if (!frame || end === at) return null;
    output.write(bytes.subarray(at, end));
    isScanned = true;
    at = end;
  }
  if (!frame || !isScanned) return null;
  output.write([0xff, MARKER.eoi]);
  return { ...frame, bytes: output.bytes() };
}

function keepOrientation(exif: Uint8Array): Uint8Array | null {
  const orientation = readOrientation(exif);
  return orientation === 1 ? null : orientationAlone(orientation);
}

/** Reads the marker at `at` and its payload. Any number of 0xFF may precede a marker. */
function readSegment(
  bytes: Uint8Array,
  at: number,
): { marker: number; payload: Uint8Array; end: number } | null {
  if (bytes[at] !== 0xff) return null;
  let start = at + 1;
  while (bytes[start] === 0xff) start++;
  const marker = bytes[start];
  if (marker === undefined) return null;
  if (marker === MARKER.eoi)
    return { marker, payload: bytes.subarray(start, start), end: start + 1 };
  const length = (bytes[start + 1] ?? 0) * 256 + (bytes[start + 2] ?? 0);
  const end = start + 1 + length;
  return length < 2 || end > bytes.length
    ? null
    : { marker, payload: bytes.subarray(start + 3, end), end };
}

/**
 * Returns where the compressed data that begins at `from` ends: at the next marker. Stuffed bytes
 * and restart markers do not end it.
 */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0xff;
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}
