import { KeyRound, TriangleAlert } from "lucide-react";
import type { Order } from "../../../contract/order.ts";
import type { OrderItem } from "../../../contract/order-item.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { cut } from "../../parts/cut.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { RegionChip } from "../../parts/RegionChip.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { isDelivered, openContent } from "../../stores/order.ts";
import { DeliveryBadge } from "./DeliveryBadge.tsx";
import { ItemAnswers } from "./ItemAnswers.tsx";
import { RefundNote } from "./RefundNote.tsx";

const NAME_MAX = 25;

interface OrderItemsProps {
  order: Order;
  onReport: (item: OrderItem) => void;
}

export function OrderItems({ order, onReport }: OrderItemsProps) {
  const columns: readonly Column<OrderItem>[] = [
    {
      title: "محصول",
      cell: (item) => (
        <>
          <span className="inline-flex flex-wrap items-center gap-2">
            <span translate="no" title={item.Product.name}>
              {cut(item.Product.name, NAME_MAX)}
            </span>
            <RegionChip region={item.Product.region} />
          </span>
          <ItemAnswers answers={item.answers} />
        </>
      ),
    },
    { title: "تعداد", cell: (item) => formatNumber(item.quantity) },
    { title: "قیمت واحد", cell: (item) => <Toman amount={item.priceAfterDiscount} /> },
    { title: "قیمت کل", cell: (item) => <Toman amount={item.total} className="font-semibold" /> },
    { title: "وضعیت تحویل", cell: (item) => <Delivery order={order} item={item} /> },
    {
      title: "محتوای محصول",
      isAction: true,
      cell: (item) => <Actions order={order} item={item} onReport={onReport} />,
    },
  ];
  return (
    <PagedTable
      caption="محصولات سفارش"
      columns={columns}
      rows={order.OrderItems}
      rowKey={(item) => item.id}
    />
  );
}

function Delivery({ order, item }: { order: Order; item: OrderItem }) {
  return (
    <>
      <DeliveryBadge status={item.deliveryStatus} lookUntil={order.lookUntil} />
      {item.Refund && <RefundNote refund={item.Refund} />}
    </>
  );
}

function Actions({ order, item, onReport }: OrderItemsProps & { item: OrderItem }) {
  return (
    <span className="flex flex-col gap-2">
      <button
        type="button"
        className={`${isDelivered(item.deliveryStatus) ? "button" : "button-quiet"} lg:min-h-[40px] lg:px-4`}
        disabled={!order.shouldShow}
        aria-label={`محتوای محصول ${item.Product.name}`}
        onClick={() => void openContent(order.id, item)}
      >
        <KeyRound size={18} aria-hidden="true" />
        محتوای محصول
      </button>
      {item.canReportProblem && (
        <button
          type="button"
          className="button-quiet lg:min-h-[38px] lg:px-4"
          aria-label={`گزارش مشکل ${item.Product.name}`}
          onClick={() => onReport(item)}
        >
          <TriangleAlert size={18} aria-hidden="true" />
          گزارش مشکل
        </button>
      )}
    </span>
  );
}
