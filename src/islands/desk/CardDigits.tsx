import { toPersianDigits } from "../../../persian/digits.ts";

/**
 * The whole card number that was typed, shown while the picture is open, to be compared with it.
 */
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
