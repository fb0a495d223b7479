import type { Order } from "../../../contract/order.ts";
import { formatDate } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";

/** Section 4.13: warns that an incomplete profile cancels an order with gift cards. */
export function ProfileNotice({ order, profileHours }: { order: Order; profileHours: number }) {
  if (order.profileDueAt === null) return null;
  return (
    <div className="notice notice-zaferan">
      <p>{`در سفارش‌های دارای گیفت کارت، پروفایل باید تا ${toPersianDigits(profileHours)} ساعت تکمیل شود؛ در غیر این صورت سفارش لغو و مبلغ آن به کارت پرداخت‌کننده بازگردانده می‌شود.`}</p>
      <p className="mt-2 font-semibold">
        <span>{`مهلت شما تا ${formatDate(order.profileDueAt)} است. `}</span>
        <a className="link" href={`/authentication?return=/orders/${order.id}#name`}>
          تکمیل پروفایل
        </a>
      </p>
    </div>
  );
}
