/**
 * Reads the bytes of a text file from any program: UTF-8 or UTF-16, with or without a byte order
 * mark.
 */

/** The most bytes of a file; a hundred thousand long codes need less. */
const BYTES_MAX = 20 * 1024 * 1024;

const SENTENCES = {
  large: "این پرونده از ۲۰ مگابایت بزرگ‌تر است. آن را چند بخش کنید.",
  archive: "این یک پروندهٔ اکسل یا فشرده است. آن را به شکل CSV یا متن ساده ذخیره کنید.",
  document: "این پرونده متن ساده نیست. آن را به شکل CSV یا متن ساده بدهید.",
  encoding:
    "این پرونده با UTF-8 یا UTF-16 نوشته نشده است. آن را با کدگذاری UTF-8 ذخیره کنید و دوباره بدهید.",
};

/** Returns an error sentence for a file that is too large; null when its size is allowed. */
export const troubleOfSize = (bytes: number): string | null =>
  bytes > BYTES_MAX ? SENTENCES.large : null;

/**
 * Reads the bytes of a file piece by piece. Returns its text, or the reason why it is not a text
 * file.
 */
export async function decodeFile(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ text: string } | { trouble: string }> {
  let decoder: TextDecoder | undefined;
  let text = "";
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > BYTES_MAX) return { trouble: SENTENCES.large };
      if (!decoder) {
        const trouble = troubleOfKind(piece);
        if (trouble !== null) return { trouble };
        decoder = new TextDecoder(encodingOf(piece), { fatal: true, ignoreBOM: false });
      }
      text += decoder.decode(piece, { stream: true });
    }
    text += decoder?.decode() ?? "";
  } catch {
    return { trouble: SENTENCES.encoding };
  }
  return { text };
}

function troubleOfKind(start: Uint8Array): string | null {
  const begins = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0) || begins(0x1f, 0x8b))
    return SENTENCES.archive;
  return begins(0x25, 0x50, 0x44, 0x46) ? SENTENCES.document : null;
}

/**
 * UTF-16 without a byte order mark is recognised by its zeros: every other byte of Latin letters
 * and digits is 0.
 */
function encodingOf(start: Uint8Array): string {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = start.subarray(0, 64);
  const zerosAt = (rest: number) =>
    sample.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  const isMostly = (rest: number) => sample.length > 3 && zerosAt(rest) > sample.length / 4;
  if (isMostly(1)) return "utf-16le";
  return isMostly(0) ? "utf-16be" : "utf-8";
}

const PIECE_BYTES = 256 * 1024;

/** Reads a file piece by piece, because reading it at once would block the page. */
export async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES)
    yield new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());
}
