import { useStore } from "@nanostores/react";
import { Package } from "lucide-react";
import { useEffect } from "react";
import type { OrderSummary } from "../../../contract/order.ts";
import { formatShortDay } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { DateAndTime } from "../../parts/DateAndTime.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { ShortNumber } from "../../parts/ShortNumber.tsx";
import { Dotted } from "../../parts/Dotted.tsx";
import type { Line } from "../../parts/ListRow.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { RowsSkeleton } from "../../parts/Skeleton.tsx";
import { Toman } from "../../parts/Toman.tsx";
import {
  $orders,
  loadMoreOrders,
  loadOrders,
  PAID_STATUS_LABELS,
  PAYMENT_METHOD_LABELS,
} from "../../stores/order.ts";
import { DeliveryBadge } from "./DeliveryBadge.tsx";
import { OrderArt, OrderLinesText } from "./OrderLinesText.tsx";
import { serverNow } from "../../stores/server-clock.ts";

interface OrderListProps {
  /** Number of orders per call. */
  fetchSize: number;
}

const addressOf = ({ id }: OrderSummary) => `/orders/${encodeURIComponent(id)}`;

const COLUMNS: readonly Column<OrderSummary>[] = [
  { title: "ردیف", cell: (_, index) => formatNumber(index + 1) },
  { title: "محصول", cell: (order) => <Products order={order} /> },
  { title: "شماره", cell: (order) => <ShortNumber thing={order} /> },
  {
    title: "مبلغ کل",
    cell: (order) => <Toman amount={order.totalAmount} className="font-semibold" />,
  },
  { title: "پاداش کل", cell: (order) => <Toman amount={order.totalReward} /> },
  { title: "روش پرداخت", cell: (order) => <PaymentMethod order={order} /> },
  {
    title: "وضعیت پرداخت",
    cell: (order) => (
      <span className="whitespace-nowrap">{PAID_STATUS_LABELS[order.paidStatus]}</span>
    ),
  },
  {
    title: "وضعیت تحویل",
    cell: (order) => <DeliveryBadge status={order.deliveryStatus} lookUntil={order.lookUntil} />,
  },
  { title: "کد تخفیف", cell: (order) => <DiscountCode order={order} /> },
  { title: "تاریخ ثبت", cell: (order) => <DateAndTime at={order.createdAt} /> },
  { title: "جزئیات", isAction: true, cell: (order) => <DetailsLink order={order} /> },
];

const toLine = (order: OrderSummary): Line => ({
  art: <OrderArt order={order} />,
  name: <OrderLinesText order={order} />,
  href: addressOf(order),
  amount: <Toman amount={order.totalAmount} className="font-semibold" />,
  facts: (
    <Dotted>
      <ShortNumber thing={order} />
      <span>{formatShortDay(order.createdAt, serverNow())}</span>
    </Dotted>
  ),
  chip: <DeliveryBadge status={order.deliveryStatus} lookUntil={order.lookUntil} />,
});

function Products({ order }: { order: OrderSummary }) {
  return (
    <span className="order-products">
      <OrderArt order={order} />
      <span>
        <OrderLinesText order={order} />
      </span>
    </span>
  );
}

export function OrderList({ fetchSize }: OrderListProps) {
  const orders = useStore($orders);
  useEffect(() => {
    void loadOrders(fetchSize);
  }, [fetchSize]);
  if (orders.state === "loading") return <RowsSkeleton rows={5} />;
  if (orders.state === "failed")
    return <ErrorBox message={orders.message} onRetry={() => void loadOrders(fetchSize)} />;
  if (orders.value.orders.length === 0) {
    return (
      <div className="card">
        <EmptyState text="هیچ سفارشی یافت نشد." icon={<Package size={28} aria-hidden="true" />}>
          <a className="button" href="/">
            رفتن به فروشگاه
          </a>
        </EmptyState>
      </div>
    );
  }
  const { orders: rows, nextCursor } = orders.value;
  const fetchMore = nextCursor === null ? undefined : () => loadMoreOrders(fetchSize);
  return (
    <PagedTable
      caption="سفارش‌ها"
      columns={COLUMNS}
      rows={rows}
      rowKey={(order) => order.id}
      line={toLine}
      fetchMore={fetchMore}
    />
  );
}

function PaymentMethod({ order }: { order: OrderSummary }) {
  const isMixed = order.paymentMethod === "Gateway" && order.walletAmount > 0;
  return (
    <>
      <span>{PAYMENT_METHOD_LABELS[order.paymentMethod]}</span>
      {isMixed && (
        <span className="block text-xs text-muted">{`کیف پول: ${formatToman(order.walletAmount)}`}</span>
      )}
    </>
  );
}

function DiscountCode({ order }: { order: OrderSummary }) {
  return order.DiscountCode ? (
    <bdi dir="ltr" lang="en" translate="no">
      {order.DiscountCode.code}
    </bdi>
  ) : (
    "—"
  );
}

function DetailsLink({ order }: { order: OrderSummary }) {
  return (
    <a
      className="link row-link"
      href={addressOf(order)}
      aria-label={`مشاهدهٔ سفارش ${toPersianDigits(order.number)}`}
    >
      مشاهده
    </a>
  );
}
