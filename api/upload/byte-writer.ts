export interface ByteWriter {
  write(...pieces: (Uint8Array | readonly number[])[]): void;
  /** What was written so far. */
  bytes(): Uint8Array<ArrayBuffer>;
}

/** Collects bytes in one buffer, so that an image of a million tiny pieces costs no more memory than it weighs. */
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
