import { Package } from "lucide-react";
import type { Recent } from "../../../contract/dashboard.ts";
import { ShortNumber } from "../../parts/ShortNumber.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { DeliveryBadge } from "../order/DeliveryBadge.tsx";
import { OrderLinesText } from "../order/OrderLinesText.tsx";
import { LatestBox, LatestRow } from "./LatestBox.tsx";

export function LatestOrders({ orders }: { orders: Recent["latestOrders"] }) {
  const allOrdersLink = (
    <a className="link text-sm" href="/orders">
      همهٔ سفارش‌ها
    </a>
  );
  return (
    <LatestBox id="latest-orders" title="سفارش‌های من" link={allOrdersLink}>
      {orders.length === 0 ? (
        <EmptyState text="هیچ سفارشی یافت نشد." icon={<Package size={28} aria-hidden="true" />}>
          <a className="button" href="/">
            رفتن به فروشگاه
          </a>
        </EmptyState>
      ) : (
        <ul>
          {orders.map((order) => (
            <LatestRow
              key={order.id}
              href={`/orders/${encodeURIComponent(order.id)}`}
              name={<OrderLinesText order={order} />}
              number={<ShortNumber thing={order} />}
              updatedAt={order.updatedAt}
              badge={<DeliveryBadge status={order.deliveryStatus} lookUntil={order.lookUntil} />}
            />
          ))}
        </ul>
      )}
    </LatestBox>
  );
}
