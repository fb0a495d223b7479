/** The result of parsing an image file: its size in pixels, and its bytes without metadata. */
export interface CleanPicture {
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** Reads bytes as ASCII letters, for names of segments and chunks. */
export function letters(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
