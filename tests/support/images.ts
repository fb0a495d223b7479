import { crc32, deflateSync } from "node:zlib";

/** Small valid images, made byte by byte, so that a test can choose which byte is wrong. */

type Bytes = Uint8Array | readonly number[] | string;

export function bytesOf(...parts: Bytes[]): Uint8Array<ArrayBuffer> {
  const buffers = parts.map((part) =>
    typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part),
  );
  return new Uint8Array(Buffer.concat(buffers));
}

/** A JPEG segment with its length. */
export function segment(marker: number, ...payload: Bytes[]): Uint8Array {
  const content = bytesOf(...payload);
  return bytesOf([0xff, marker], uint(content.length + 2, 2), content);
}

/** An EXIF segment as a phone writes it: camera, orientation and place. */
export function exifOf(orientation: number, { isLittleEndian = true } = {}): Uint8Array {
  const number = (value: number, size: number) =>
    isLittleEndian ? uint(value, size).reverse() : uint(value, size);
  const entry = (tag: number, type: number, count: number, value: Bytes) =>
    bytesOf(number(tag, 2), number(type, 2), number(count, 4), value);
  const tiff = bytesOf(
    isLittleEndian ? "II" : "MM",
    number(42, 2),
    number(8, 4),
    number(3, 2),
    entry(0x010f, 2, 4, "Sam\0"),
    entry(0x0112, 3, 1, bytesOf(number(orientation, 2), [0, 0])),
    entry(0x8825, 4, 1, number(50, 4)),
    number(0, 4),
    "GPS 35.6892 N 51.3890 E",
  );
  return segment(0xe1, "Exif\0\0", tiff);
}

interface JpegParts {
  width?: number;
  height?: number;
  /** Segments before the frame. */
  before?: Bytes[];
  /** Replaces the end of the scan and of the image. */
  end?: Bytes;
}

/** A grey baseline JPEG. */
export function jpeg({
  width = 8,
  height = 8,
  before = [JFIF],
  end = [0xff, 0xd9],
}: JpegParts = {}): Uint8Array<ArrayBuffer> {
  const onlyOneCode = [1, ...Array.from({ length: 15 }, () => 0), 0];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  return bytesOf(
    [0xff, 0xd8],
    ...before,
    segment(
      0xdb,
      [0],
      Array.from({ length: 64 }, () => 1),
    ),
    segment(0xc0, [8], uint(height, 2), uint(width, 2), [1, 1, 0x11, 0]),
    segment(0xc4, [0x00], onlyOneCode, [0x10], onlyOneCode),
    segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    // Each block is the code 0 twice: the same as the block before, without detail.
    Array.from({ length: Math.min(64, Math.max(1, Math.ceil(blocks / 4))) }, () => 0),
    end,
  );
}

export const JFIF = segment(0xe0, "JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0]);

export function chunk(type: string, ...content: Bytes[]): Uint8Array {
  const named = bytesOf(type, ...content);
  return bytesOf(uint(named.length - 4, 4), named, uint(crc32(named), 4));
}

interface PngParts {
  width?: number;
  height?: number;
  /** Replaces the compressed rows. */
  data?: Bytes;
  /** Chunks between header and data. */
  before?: Bytes[];
  /** Chunks between data and end. */
  after?: Bytes[];
  end?: Bytes;
}

/** A grey PNG. Its data is complete up to 100 pixels per side. */
export function png({
  width = 2,
  height = 2,
  data = deflateSync(new Uint8Array(Math.min(height, 100) * (1 + Math.min(width, 100)))),
  before = [],
  after = [],
  end = chunk("IEND"),
}: PngParts = {}): Uint8Array<ArrayBuffer> {
  return bytesOf(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk("IHDR", uint(width, 4), uint(height, 4), [8, 0, 0, 0, 0]),
    ...before,
    chunk("IDAT", data),
    ...after,
    end,
  );
}

/** A WebP chunk, with its padding. */
export function riffChunk(type: string, ...content: Bytes[]): Uint8Array {
  const payload = bytesOf(...content);
  return bytesOf(type, uint(payload.length, 4).reverse(), payload, payload.length % 2 ? [0] : []);
}

export function riff(...chunks: Bytes[]): Uint8Array<ArrayBuffer> {
  const body = bytesOf("WEBP", ...chunks);
  return bytesOf("RIFF", uint(body.length, 4).reverse(), body);
}

/** A lossless WebP picture of 1 × 1 pixel; only the header states another size. */
export function vp8l(width = 1, height = 1): Uint8Array {
  const bits = (width - 1) | ((height - 1) << 14);
  return riffChunk(
    "VP8L",
    [0x2f],
    uint(bits >>> 0, 4).reverse(),
    [0x07, 0x50, 0x7c, 0x00, 0x88, 0x88, 0xfe, 0x07, 0x00],
  );
}

/**
 * The header of an extended WebP. Flags: 0x20 colour profile, 0x10 alpha, 0x08 EXIF, 0x04 XMP,
 * 0x02 animation.
 */
export function vp8x(flags: number, width = 1, height = 1): Uint8Array {
  return riffChunk(
    "VP8X",
    [flags, 0, 0, 0],
    uint(width - 1, 3).reverse(),
    uint(height - 1, 3).reverse(),
  );
}

/** Encodes an integer in `size` bytes, big-endian. */
function uint(value: number, size: number): Uint8Array {
  return Uint8Array.from(
    { length: size },
    (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256,
  );
}
