import { Package } from "lucide-react";
import type { OrderSummary } from "../../../contract/order.ts";
import { formatDate } from "../../../persian/dates.ts";
import { cut } from "../../parts/cut.ts";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { DeliveryBadge } from "../order/DeliveryBadge.tsx";

const ID_MAX = 15;

export function LatestOrders({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <section className="card p-5" aria-labelledby="latest-orders">
      <header className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="latest-orders" className="text-lg">
          سفارش‌های من
        </h2>
        <a className="link text-sm" href="/orders">
          همه سفارش‌ها
        </a>
      </header>
      {orders.length === 0 ? (
        <EmptyState text="هیچ سفارشی یافت نشد." icon={<Package size={28} aria-hidden="true" />}>
          <a className="button" href="/">
            رفتن به فروشگاه
          </a>
        </EmptyState>
      ) : (
        <ul>
          {orders.map((order) => (
            <li key={order.id} className="border-t border-line first:border-t-0">
              <a
                href={`/orders/${encodeURIComponent(order.id)}`}
                className="latest-order py-3 text-sm hover:text-firouzeh-strong"
              >
                <bdi dir="ltr" className="font-semibold">
                  {cut(order.id, ID_MAX)}
                </bdi>
                <span className="tabular text-muted">{formatDate(order.updatedAt)}</span>
                <DeliveryBadge status={order.deliveryStatus} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
