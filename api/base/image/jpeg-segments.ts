import { letters } from "./bytes.ts";

/** The markers of JPEGs that browsers can draw (ITU-T T.81, table B.1). */
export const MARKER = {
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  dht: 0xc4,
  dqt: 0xdb,
  dri: 0xdd,
  app0: 0xe0,
  app14: 0xee,
  com: 0xfe,
};

/** Markers of baseline, extended and progressive frames; browsers cannot draw other kinds. */
const FRAME_MARKERS: readonly number[] = [0xc0, 0xc1, 0xc2];

export function isFrame(marker: number): boolean {
  return FRAME_MARKERS.includes(marker);
}

/** True for application data and comments, which drawing does not need. */
export function isMetadata(marker: number): boolean {
  return (marker >= MARKER.app0 && marker <= 0xef) || marker === MARKER.com;
}

/**
 * Reads width and height in pixels from a frame header; null when browsers cannot draw that kind.
 */
export function readFrame(payload: Uint8Array): { width: number; height: number } | null {
  if (payload.length < 6) return null;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const components = view.getUint8(5);
  const [height, width] = [view.getUint16(1), view.getUint16(3)];
  const isSound =
    view.getUint8(0) === 8 &&
    [1, 3, 4].includes(components) &&
    payload.length === 6 + 3 * components;
  return isSound && width > 0 && height > 0 ? { width, height } : null;
}

/**
 * True when a table or scan header has exactly the bytes that it announces, so no other data hides
 * in it.
 */
export function isSound(marker: number, payload: Uint8Array): boolean {
  switch (marker) {
    case MARKER.dqt:
      return isFilled(payload, (at) => ((payload[at] ?? 0) < 0x10 ? 65 : 129));
    case MARKER.dht:
      return isFilled(
        payload,
        (at) => 17 + payload.subarray(at + 1, at + 17).reduce((total, count) => total + count, 0),
      );
    case MARKER.dri:
      return payload.length === 2;
    case MARKER.sos:
      return payload.length === 4 + 2 * (payload[0] ?? 0) && payload.length > 4;
    default:
      return false;
  }
}

/**
 * Returns the fixed fields of the two application segments that affect how a picture looks. The
 * rest is dropped, as it may be a thumbnail.
 */
export function keptApplicationData(marker: number, payload: Uint8Array): Uint8Array | null {
  if (marker === MARKER.app0 && payload.length >= 14 && letters(payload, 0, 5) === "JFIF\0") {
    return Uint8Array.from([...payload.subarray(0, 12), 0, 0]);
  }
  if (marker === MARKER.app14 && payload.length >= 12 && letters(payload, 0, 5) === "Adobe")
    return payload.subarray(0, 12);
  return null;
}

function isFilled(payload: Uint8Array, tableLength: (at: number) => number): boolean {
  let at = 0;
  while (at < payload.length) at += tableLength(at);
  return at === payload.length && at > 0;
}
