import { toPersianDigits } from "../../persian/digits.ts";

export interface TextLimits {
  minimum: number;
  maximum: number;
}

/** Returns the sentence for a wrong text, else "". Counts trimmed code points. Section 5. */
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
