export const EXIF_HEADER = "Exif\0\0";
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/**
 * Reads the orientation (1 to 8) from the payload of an EXIF segment; 1 (upright) when it is
 * missing or invalid.
 */
export function readOrientation(payload: Uint8Array): number {
  const view = new DataView(
    payload.buffer,
    payload.byteOffset + EXIF_HEADER.length,
    payload.length - EXIF_HEADER.length,
  );
  if (view.byteLength < 14) return 1;
  const byteOrder = view.getUint16(0);
  const isLittle = byteOrder === 0x4949;
  if ((!isLittle && byteOrder !== 0x4d4d) || view.getUint16(2, isLittle) !== 42) return 1;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > view.byteLength) return 1;
  const entries = view.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > view.byteLength) return 1;
    if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue;
    const orientation = view.getUint16(entry + 8, isLittle);
    const isSound =
      view.getUint16(entry + 2, isLittle) === SHORT && orientation >= 1 && orientation <= 8;
    return isSound ? orientation : 1;
  }
  return 1;
}

export function isExif(payload: Uint8Array): boolean {
  return (
    payload.length >= EXIF_HEADER.length &&
    [...EXIF_HEADER].every((letter, at) => payload[at] === letter.charCodeAt(0))
  );
}

/** Adds the header of JPEG's EXIF to the EXIF of a WebP, which has no such header. */
export function withExifHeader(payload: Uint8Array): Uint8Array {
  const whole = new Uint8Array(EXIF_HEADER.length + payload.length);
  whole.set([...EXIF_HEADER].map((letter) => letter.charCodeAt(0)));
  whole.set(payload, EXIF_HEADER.length);
  return whole;
}

/** Returns the payload of an EXIF segment that contains only the orientation. */
export function orientationAlone(orientation: number): Uint8Array {
  const header = [...EXIF_HEADER].map((letter) => letter.charCodeAt(0));
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const entry = [0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Uint8Array.from([...header, ...tiff, 0, 1, ...entry, 0, 0, 0, 0]);
}
