/**
 * Finds the numbers of a challenge (contract/sign-in.ts) with SHA-256 in plain script, because the
 * browser's own function answers only a few thousand times a second. The salt of a challenge has 64
 * characters, which is one block of SHA-256: it is hashed once, and each try costs one more block.
 */

const PARTS = 8;
/** The most bits that are tried: with more, a browser would need minutes. */
const BITS_MAX = 22;

const K = firstBits(64, 3);
const START = firstBits(8, 2);

/** Returns the solved challenge, or null when it is too hard or not a challenge at all. */
export function findWork(challenge: string): string | null {
  const [, bits = "", salt = ""] = challenge.split(".");
  if (!/^\d+$/.test(bits) || Number(bits) > BITS_MAX || salt.length !== 64) return null;
  const state = compress(START, blockOf(salt, 0)).slice();
  const numbers = Array.from({ length: PARTS }, (_, part) =>
    findNumber(state, `${String(part)}.`, 32 - Number(bits)),
  );
  return [challenge, ...numbers].join(".");
}

function findNumber(state: Int32Array, prefix: string, shift: number): number {
  for (let number = 0; ; number++) {
    const text = prefix + String(number);
    const block = blockOf(text, 64 + text.length);
    if ((compress(state, block)[0] ?? 0) >>> shift === 0) return number;
  }
}

const block = new Int32Array(64);

/**
 * Writes an ASCII text into the block; with a length, it is padded as the last block of a message.
 */
function blockOf(text: string, lengthBytes: number): Int32Array {
  block.fill(0, 0, 16);
  for (let at = 0; at < text.length; at++)
    block[at >> 2]! |= text.charCodeAt(at) << (24 - (at & 3) * 8);
  if (lengthBytes > 0) {
    block[text.length >> 2]! |= 0x80 << (24 - (text.length & 3) * 8);
    block[15] = lengthBytes * 8;
  }
  return block;
}

const result = new Int32Array(8);

/** One step of SHA-256 (FIPS 180-4, section 6.2.2). The next call overwrites what it returns. */
function compress(state: Int32Array, w: Int32Array): Int32Array {
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[t]! + w[t]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  result[0] = a + state[0]!;
  result[1] = b + state[1]!;
  result[2] = c + state[2]!;
  result[3] = d + state[3]!;
  result[4] = e + state[4]!;
  result[5] = f + state[5]!;
  result[6] = g + state[6]!;
  result[7] = h + state[7]!;
  return result;
}

/** Returns the first 32 fractional bits of the square (2) or cube (3) roots of the first primes. */
function firstBits(count: number, root: 2 | 3): Int32Array {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return Int32Array.from(primes, (prime) => (prime ** (1 / root) % 1) * 2 ** 32);
}
