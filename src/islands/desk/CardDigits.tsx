import { toPersianDigits } from "../../../persian/digits.ts";

/** The whole card number that the shopper typed, to be compared with the open picture. */
export function CardDigits({ number }: { number: string }) {
  return (
    <p className="queue-number">
      <span>شماره‌ای که نوشته است</span>
      <bdi dir="ltr" translate="no">
        {(toPersianDigits(number).match(/.{1,4}/gu) ?? []).map((group, at) => (
          <b key={at}>{group}</b>
        ))}
      </bdi>
    </p>
  );
}
