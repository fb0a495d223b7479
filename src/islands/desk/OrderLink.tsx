import { toPersianDigits } from "../../../persian/digits.ts";

interface OrderLinkProps {
  orderId: string | null;
  orderNumber: string | null;
}

/** A link to the page of an order, with its number; a dash when there is no order. */
export function OrderLink({ orderId, orderNumber }: OrderLinkProps) {
  if (orderId === null) return <span className="text-muted">—</span>;
  return (
    <a className="desk-link" href={`/desk/orders/${orderId}`}>
      <bdi dir="ltr">{toPersianDigits(orderNumber ?? "")}</bdi>
    </a>
  );
}
