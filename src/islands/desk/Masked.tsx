import { toPersianDigits } from "../../../persian/digits.ts";

/** A masked card number or IBAN, left to right in groups of four. */
export function Masked({ number }: { number: string }) {
  if (number === "") return <span className="text-anar">خوانده نمی‌شود</span>;
  const groups = number.replaceAll("*", "•").match(/.{1,4}/g) ?? [];
  return (
    <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
      {toPersianDigits(groups.join(" "))}
    </bdi>
  );
}
