const ONES = ["", "یک", "دو", "سه", "چهار", "پنج", "شش", "هفت", "هشت", "نه"];
const TEENS = [
  "ده",
  "یازده",
  "دوازده",
  "سیزده",
  "چهارده",
  "پانزده",
  "شانزده",
  "هفده",
  "هجده",
  "نوزده",
];
const TENS = ["", "", "بیست", "سی", "چهل", "پنجاه", "شصت", "هفتاد", "هشتاد", "نود"];
const HUNDREDS = ["", "صد", "دویست", "سیصد", "چهارصد", "پانصد", "ششصد", "هفتصد", "هشتصد", "نهصد"];
const SCALES = ["", "هزار", "میلیون", "میلیارد"];

const TOO_LARGE = "عدد بیش از حد بزرگ است";

/**
 * Writes a non-negative whole number in Persian words, up to the billions: 1250000 → «یک میلیون و
 * دویست و پنجاه هزار».
 */
export function numberInWords(value: number): string {
  if (value === 0) return "صفر";
  if (value >= 1000 ** SCALES.length) return TOO_LARGE;
  const groups = SCALES.map((scale, index) => ({
    scale,
    value: Math.floor(value / 1000 ** index) % 1000,
  }));
  return groups
    .filter((group) => group.value > 0)
    .reverse()
    .map((group) => `${belowThousand(group.value)} ${group.scale}`.trim())
    .join(" و ");
}

function belowThousand(value: number): string {
  const rest = value % 100;
  const isTeen = rest >= 10 && rest < 20;
  const tens = isTeen ? TEENS[rest - 10] : TENS[Math.floor(rest / 10)];
  return [HUNDREDS[Math.floor(value / 100)], tens, isTeen ? "" : ONES[rest % 10]]
    .filter(Boolean)
    .join(" و ");
}
