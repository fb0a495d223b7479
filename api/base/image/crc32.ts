const TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Computes the checksum of PNG chunks (ISO 3309) over the bytes from `from` up to `to`. */
export function crc32(bytes: Uint8Array, from: number, to: number): number {
  let sum = -1;
  for (let at = from; at < to; at++)
    sum = (TABLE[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}
