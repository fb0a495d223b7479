import { Hourglass } from "lucide-react";
import { formatDate } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import type { Order } from "../../../stores/desk/order.ts";

/**
 * Names the codes whose refund waits for a second person. Until it is decided, these codes cannot
 * be replaced or refunded otherwise.
 */
export function WaitingRefunds({ order }: { order: Order }) {
  return order.waiting.map((one) => (
    <div key={one.itemId + one.since} role="status" className="notice notice-zaferan order-waiting">
      <Hourglass size={20} aria-hidden="true" />
      <div>
        <p>
          <b>{`بازپرداخت ${whatOf(order, one)} منتظر نفر دوم است.`}</b>
        </p>
        <p>
          <bdi lang="en" translate="no">
            {one.askedBy}
          </bdi>
          <span>
            {` در ${formatDate(one.since)} آن را خواست${one.note === null ? "" : `: «${one.note}»`}. تا ${formatDate(one.until)} اعتبار دارد و تا آن‌گاه جایگزینی و بازپرداخت دیگر همین کدها بسته است.`}
          </span>
        </p>
      </div>
    </div>
  ));
}

/** Returns the codes in words: «کد ۱ و کد ۳ از آیتونز ۵ دلاری», or the name of the whole item. */
function whatOf(order: Order, { itemId, codeIds }: Order["waiting"][number]): string {
  const item = order.items.find(({ id }) => id === itemId);
  const name = item?.productName ?? "";
  if (!item || codeIds === null) return name;
  const places = item.codes
    .filter(({ id }) => codeIds.includes(id))
    .map(({ position }) => position);
  return `${places.map((place) => `کد ${toPersianDigits(place)}`).join(" و ")} از ${name}`;
}
