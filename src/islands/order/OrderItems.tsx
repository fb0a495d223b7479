import { KeyRound } from "lucide-react";
import type { Order, OrderItem } from "../../../contract/order.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { cut } from "../../parts/cut.ts";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { openContent } from "../../stores/order.ts";
import { DeliveryBadge } from "./DeliveryBadge.tsx";

const NAME_MAX = 25;

export function OrderItems({ order }: { order: Order }) {
  const columns: readonly Column<OrderItem>[] = [
    { title: "محصول", cell: (item) => <span title={item.Product.name}>{cut(item.Product.name, NAME_MAX)}</span> },
    { title: "تعداد", cell: (item) => formatNumber(item.quantity) },
    { title: "قیمت واحد", cell: (item) => <Toman amount={item.priceAfterDiscount} /> },
    { title: "قیمت کل", cell: (item) => <Toman amount={item.total} className="font-semibold" /> },
    { title: "وضعیت تحویل", cell: (item) => <DeliveryBadge status={item.deliveryStatus} /> },
    { title: "محتوای محصول", isAction: true, cell: (item) => <ContentButton order={order} item={item} /> },
  ];
  return <DataTable caption="محصولات سفارش" columns={columns} rows={order.OrderItems} rowKey={(item) => item.id} />;
}

function ContentButton({ order, item }: { order: Order; item: OrderItem }) {
  return (
    <button
      type="button"
      className="button lg:min-h-[40px] lg:px-4"
      disabled={!order.shouldShow}
      aria-label={`محتوای محصول ${item.Product.name}`}
      onClick={() => void openContent(order.id, item)}
    >
      <KeyRound size={18} aria-hidden="true" />
      محتوای محصول
    </button>
  );
}
