import { toPersianDigits } from "../../../persian/digits.ts";

interface OrderLinkProps {
  orderId: string | null;
  orderNumber: string | null;
}

/** The number of an order, leading to its page; a dash where there is none. */
export function OrderLink({ orderId, orderNumber }: OrderLinkProps) {
  if (orderId === null) return <span className="text-muted">—</span>;
  return (
    <a className="desk-link" href={`/desk/orders/${orderId}`}>
      <bdi dir="ltr">{toPersianDigits(orderNumber ?? "")}</bdi>
    </a>
  );
}
