import { toPersianDigits } from "../../../persian/digits.ts";

/** A masked card number or IBAN, left to right in groups of four. */
export function Masked({ number }: { number: string }) {
  if (number === "") return <span className="text-anar">خوانده نمی‌شود</span>;
  const [head = "", tail = ""] = number.split("******");
  // The mask of an IBAN keeps its end and its start, which names the bank. The part between is
  // always drawn as four dots.
  const groups = number.startsWith("IR")
    ? [head.slice(0, 4), head.slice(4), "••••", tail]
    : (`${head}••••••${tail}`.match(/.{1,4}/g) ?? []);
  return (
    <bdi dir="ltr" translate="no" className="whitespace-nowrap tabular-nums">
      {toPersianDigits(groups.join(" "))}
    </bdi>
  );
}
