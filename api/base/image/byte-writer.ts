export interface ByteWriter {
  write(...pieces: (Uint8Array | readonly number[])[]): void;
  /** The bytes written so far. */
  bytes(): Uint8Array<ArrayBuffer>;
}

/**
 * Collects bytes in a single buffer, so that an image of a million tiny chunks needs no more memory
 * than its size.
 */
export function createByteWriter(capacity: number): ByteWriter {
  const buffer = new Uint8Array(capacity);
  let length = 0;
  return {
    write(...pieces) {
      for (const piece of pieces) {
        buffer.set(piece, length);
        length += piece.length;
      }
    },
    bytes: () => buffer.subarray(0, length),
  };
}
