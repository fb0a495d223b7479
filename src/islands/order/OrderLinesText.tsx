import type { OrderLines } from "../../../contract/order.ts";
import { toPersianDigits } from "../../../persian/digits.ts";

/** Names the items of an order in a few words: «۳× آیتونز ۲ دلاری آمریکا + ۱». */
export function OrderLinesText({
  order: { firstItem, itemsCount },
}: {
  order: Partial<OrderLines>;
}) {
  if (!firstItem) return "سفارش";
  const { name, quantity } = firstItem;
  const others = (itemsCount ?? 1) - 1;
  return (
    <>
      {quantity > 1 && (
        <span className="whitespace-nowrap">{`${toPersianDigits(quantity)}× `}</span>
      )}
      <span translate="no">{name.replace(/^گیفت کارت /, "")}</span>
      {others > 0 && (
        <span className="whitespace-nowrap text-muted">
          <span>{` + ${toPersianDigits(others)}`}</span>
          <span className="sr-only"> محصول دیگر</span>
        </span>
      )}
    </>
  );
}

/** The art of an order's first product. */
export function OrderArt({ order: { firstItem } }: { order: Partial<OrderLines> }) {
  return firstItem && <img src={firstItem.imageUrl} alt="" width={64} height={40} loading="lazy" />;
}
