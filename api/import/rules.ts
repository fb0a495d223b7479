import { CODE_SIGNS_MAX } from "../../contract/desk/import.ts";
import { hasUnwanted } from "../../contract/field.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { visibleSigns } from "../stock/code-text.ts";

/** Verdicts about a line, before anything is asked of the shelf. */

export type Fault = "empty" | "long" | "unprintable";

/** Says why a trimmed line is no code; null for one that may be. */
export function faultOf(plain: string): Fault | null {
  if (!/[\p{L}\p{N}]/u.test(visibleSigns(plain))) return plain === "" ? "empty" : "unprintable";
  if (plain.length > CODE_SIGNS_MAX) return "long";
  return hasUnwanted(plain) || plain.includes("\ufffd") ? "unprintable" : null;
}

/**
 * The shape of a code: the number of its signs and their kinds, such as `16:dl`. It tells digits
 * (d), letters (l) and other signs (o), and nothing about which they are.
 */
export function shapeOf(plain: string): string {
  const signs = visibleSigns(plain);
  const kinds = [
    /\p{N}/u.test(signs) ? "d" : "",
    /\p{L}/u.test(signs) ? "l" : "",
    /[^\p{L}\p{N}]/u.test(signs) ? "o" : "",
  ];
  return `${String([...signs].length)}:${kinds.join("")}`;
}

const partsOf = (shape: string) => {
  const [length = "", kinds = ""] = shape.split(":");
  return { length, kinds: [...kinds] };
};

/** True when a code looks like one of the earlier ones, or there are none to compare it with. */
export function isUsualShape(shape: string, usual: readonly string[]): boolean {
  const { length, kinds } = partsOf(shape);
  return (
    usual.length === 0 ||
    usual
      .map(partsOf)
      .some((one) => one.length === length && kinds.every((kind) => one.kinds.includes(kind)))
  );
}

const FAULTS: Record<Fault, string> = {
  empty: "این سطر خالی است",
  long: "بیش از اندازه بلند است",
  unprintable: "نشانه‌ای دارد که در کد نمی‌آید",
};
/** The mark of a line that an operator leaves out. */
export const LEFT_OUT = "left";
/** Says why a line was refused. */
export const sayFault = (fault: string) =>
  fault === LEFT_OUT ? "کنار گذاشته شد" : FAULTS[fault as Fault];

/** Says in what an odd shape differs from the usual ones. */
export function sayOdd(shape: string, usual: readonly string[]): string {
  const { length, kinds } = partsOf(shape);
  const others = usual.map(partsOf);
  const lengths = [...new Set(others.map((one) => one.length))].toSorted(
    (a, b) => Number(a) - Number(b),
  );
  if (!lengths.includes(length))
    return `${toPersianDigits(length)} کاراکتر دارد؛ کدهای این کالا ${toPersianDigits(lengths.join(" یا "))} کاراکتری‌اند`;
  const known = new Set(others.filter((one) => one.length === length).flatMap((one) => one.kinds));
  if (kinds.includes("o") && !known.has("o")) return "نشانه‌ای جز حرف و رقم دارد";
  return known.has("l")
    ? "رقم دارد؛ کدهای این کالا فقط حرف‌اند"
    : "حرف دارد؛ کدهای این کالا فقط رقم‌اند";
}
