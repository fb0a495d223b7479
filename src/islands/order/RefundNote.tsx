import type { OrderItem } from "../../../contract/order-item.ts";
import { formatToman } from "../../../persian/toman.ts";

/** The amounts refunded for an item to wallet and card, and whether they have arrived. */
export function RefundNote({ refund }: { refund: NonNullable<OrderItem["Refund"]> }) {
  const ways = [
    { amount: refund.toWallet, way: "کیف پول" },
    { amount: refund.toCard, way: "کارت" },
  ].filter(({ amount }) => amount > 0);
  return (
    <span className="mt-1 block text-xs text-muted">
      {ways.map(({ amount, way }) => (
        <span key={way} className="block">
          {`${refund.isSettled ? "بازگشت به" : "در حال بازگشت به"} ${way}: ${formatToman(amount)}`}
        </span>
      ))}
      {refund.withheld > 0 && (
        <span className="block">{`تخفیفِ بازپس‌گرفته‌شده: ${formatToman(refund.withheld)}`}</span>
      )}
    </span>
  );
}
