/**
 * Amounts in foreign currency: written as decimal text, computed as whole millionths, never floats.
 */

const WRITTEN = /^(\d{1,12})(?:\.(\d{1,18}))?$/;
const PLACES = 6;
const MICROS = 1_000_000n;

/** True for an amount such as `12` or `12.50`, not below zero. */
export const isDecimal = (text: string) => WRITTEN.test(text);

/** Returns an amount in millionths, rounded up. Throws for any other text. */
export function toMicros(text: string): bigint {
  const [, whole, fraction = ""] = WRITTEN.exec(text) ?? [];
  if (whole === undefined) throw new Error("not a decimal amount");
  const micros = BigInt(whole) * MICROS + BigInt(fraction.slice(0, PLACES).padEnd(PLACES, "0"));
  return /[1-9]/.test(fraction.slice(PLACES)) ? micros + 1n : micros;
}

/** Writes millionths as decimal text, without trailing zeros. */
export function fromMicros(micros: bigint): string {
  const fraction = String(micros % MICROS)
    .padStart(PLACES, "0")
    .replace(/0+$/, "");
  return `${String(micros / MICROS)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Multiplies an amount by a rate, both in millionths, and rounds up. */
export const timesMicros = (micros: bigint, rate: bigint) => divideUp(micros * rate, MICROS);

/** Divides and rounds up. `amount` must be zero or above, `by` above zero. */
export const divideUp = (amount: bigint, by: bigint) => (amount + by - 1n) / by;
