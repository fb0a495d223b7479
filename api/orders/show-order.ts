import { type DeliveryStatus, type OrderItem, type OrderSummary, PROFILE_HOURS } from "../../contract/order.ts";
import type { OrderItemRow, OrderRow } from "./statements.ts";

/** An order on the wire. `isProfileComplete` decides whether its codes may be opened. */
export function showOrder(row: OrderRow, isProfileComplete: boolean): OrderSummary {
  return {
    id: row.id,
    orderId: row.id,
    totalAmount: row.total_toman,
    totalReward: row.reward_toman,
    walletAmount: row.wallet_toman,
    paymentMethod: row.gateway_toman === 0 ? "Wallet" : "Gateway",
    paidStatus: row.state === "refunded" ? "Refunded" : "Paid",
    deliveryStatus: overallStatus(row.delivery_statuses.split(",") as DeliveryStatus[]),
    shouldShow: isProfileComplete,
    profileDueAt: isProfileComplete ? null : new Date(row.paid_at + PROFILE_HOURS * 60 * 60_000).toISOString(),
    DiscountCode:
      row.discount_code !== null && row.discount_type !== null && row.discount_value !== null
        ? { code: row.discount_code, type: row.discount_type, value: row.discount_value }
        : null,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

export function showOrderItem(row: OrderItemRow): OrderItem {
  return {
    id: row.id,
    Product: {
      id: row.product_id,
      name: row.product_name,
      imageUrl: `/art/${row.url_name}/${row.product_id}.svg`,
      productType: row.type,
      subcategoryUrlName: row.url_name,
    },
    quantity: row.quantity,
    price: row.price_toman,
    priceAfterDiscount: Math.floor(row.total_toman / row.quantity),
    total: row.total_toman,
    deliveryType: row.delivery_type,
    deliveryStatus: row.delivery_status,
  };
}

/** An order is as far as the slowest of its items; one that failed is seen before all others. */
function overallStatus(statuses: DeliveryStatus[]): DeliveryStatus {
  const order: DeliveryStatus[] = ["failed", "pending", "processing", "delivered", "cancelled"];
  return order.find((status) => statuses.includes(status)) ?? "pending";
}
