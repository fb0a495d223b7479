import { cleanText, isUnreadable, tellUnreadable } from "../../persian/clean-text.ts";
import { toPersianDigits } from "../../persian/digits.ts";

export interface TextLimits {
  minimum: number;
  maximum: number;
}

/** Returns the sentence for a wrong text, else "". Counts code points of the cleaned text. Section 5. */
export function checkText(
  value: string,
  emptyMessage: string,
  { minimum, maximum }: TextLimits,
): string {
  const text = cleanText(value);
  const { length } = Array.from(text);
  if (length === 0) return emptyMessage;
  if (length < minimum) return `این فیلد باید حداقل ${toPersianDigits(minimum)} کاراکتر باشد.`;
  if (length > maximum) return `این فیلد باید حداکثر ${toPersianDigits(maximum)} کاراکتر باشد.`;
  return isUnreadable(text) ? tellUnreadable(text) : "";
}
