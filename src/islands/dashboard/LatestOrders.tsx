import { Package } from "lucide-react";
import type { Recent } from "../../../contract/dashboard.ts";
import { ShortNumber } from "../../parts/ShortNumber.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { DeliveryBadge } from "../order/DeliveryBadge.tsx";
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
          {orders.map(({ id, number, updatedAt, deliveryStatus }) => (
            <LatestRow
              key={id}
              href={`/orders/${encodeURIComponent(id)}`}
              name={<ShortNumber thing={{ id, number }} />}
              updatedAt={updatedAt}
              badge={<DeliveryBadge status={deliveryStatus} />}
            />
          ))}
        </ul>
      )}
    </LatestBox>
  );
}
