import { toPersianDigits } from "../../persian/digits.ts";

export interface TextLimits {
  minimum: number;
  maximum: number;
}

/** Section 5: what is wrong with a required text, or empty. Counts as the shop does: trimmed, by code points. */
export function checkText(
  value: string,
  emptyMessage: string,
  { minimum, maximum }: TextLimits,
): string {
  const { length } = Array.from(value.trim().normalize("NFC"));
  if (length === 0) return emptyMessage;
  if (length < minimum) return `این فیلد باید حداقل ${toPersianDigits(minimum)} کاراکتر باشد.`;
  return length > maximum ? `این فیلد باید حداکثر ${toPersianDigits(maximum)} کاراکتر باشد.` : "";
}
