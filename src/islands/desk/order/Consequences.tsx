import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatToman } from "../../../../persian/toman.ts";
import type { Consequences } from "../../../stores/desk/order.ts";

/** The effects that a decision would have, in figures. */

export function Replacing({ replace }: { replace: NonNullable<Consequences["replace"]> }) {
  if (replace.obstacle) return <p className="text-anar">{replace.obstacle.message}</p>;
  return (
    <ul>
      {replace.isByHand ? (
        <li>کد تازه را خود شما می‌آورید</li>
      ) : (
        <>
          <li>
            <span>{"یک کد تازه از "}</span>
            <bdi>{replace.batchName}</bdi>
            <span>{`؛ ${toPersianDigits(Math.max(0, replace.freeCount - 1))} می‌ماند`}</span>
          </li>
          {replace.cost !== null && <li>{`بهای ${formatToman(replace.cost)} به پای فروشگاه`}</li>}
        </>
      )}
      <li>
        کد پیشین از <bdi>{replace.oldBatchName}</bdi> از کار افتاده نوشته می‌شود
      </li>
    </ul>
  );
}

export function Refunding({ refund }: { refund: Consequences["refund"] }) {
  if (refund.obstacle) return <p className="text-anar">{refund.obstacle.message}</p>;
  return (
    <ul>
      {refund.toCard > 0 && (
        <li>
          <span>{`${formatToman(refund.toCard)} به کارت `}</span>
          <bdi dir="ltr">{`•••• ${toPersianDigits(refund.cardEnd ?? "")}`}</bdi>
        </li>
      )}
      {refund.toWallet > 0 && <li>{`${formatToman(refund.toWallet)} به کیف پول`}</li>}
      {refund.rewardCancelled > 0 && (
        <li>{`${formatToman(refund.rewardCancelled)} پاداش لغو می‌شود`}</li>
      )}
      {refund.rewardTakenBack > 0 && (
        <li>{`${formatToman(refund.rewardTakenBack)} پاداش پس گرفته می‌شود`}</li>
      )}
      {refund.codesToShelf > 0 && (
        <li>{`${toPersianDigits(refund.codesToShelf)} کد نادیده به قفسه برمی‌گردد`}</li>
      )}
      {refund.codesLost > 0 && (
        <li>
          {[
            `${toPersianDigits(refund.codesLost)} کد دیده‌شده فروخته می‌ماند`,
            ...(refund.lostCost === null ? [] : [formatToman(refund.lostCost)]),
          ].join("، ")}
        </li>
      )}
      {refund.needsSecondPerson && <li className="way-second">نفر دوم باید تأیید کند</li>}
    </ul>
  );
}

export const Waiting = () => <p className="text-muted">حساب می‌شود…</p>;
