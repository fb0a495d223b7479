import { pictureAddress } from "../../contract/address.ts";
import type { DeliveryStatus, Order, OrderItem, OrderLines } from "../../contract/order.ts";
import { PROBLEM_HOURS } from "../../contract/ticket.ts";
import type { OrderItemRow, OrderLinesRow, OrderRow } from "./statements.ts";
import { HOUR_MS } from "../base/time.ts";

/**
 * Converts an order to its wire form. `isProfileComplete` decides whether its codes may be opened.
 */
export function showOrder(row: OrderRow, isProfileComplete: boolean): Omit<Order, "OrderItems"> {
  return {
    id: row.id,
    orderId: row.id,
    number: row.number,
    totalAmount: row.total_toman,
    totalReward: row.reward_toman,
    walletAmount: row.wallet_toman,
    paymentMethod: row.gateway_toman === 0 ? "Wallet" : "Gateway",
    paidStatus: row.state === "refunded" ? "Refunded" : "Paid",
    deliveryStatus: overallStatus(row.delivery_statuses),
    shouldShow: isProfileComplete,
    // Instant delivery is never pending, so a pending item is one that the operator delivers by
    // hand.
    canCancel: row.state === "paid" && row.delivery_statuses.split(",").includes("pending"),
    profileDueAt:
      isProfileComplete || row.profile_due_at === null ? null : toIso(row.profile_due_at),
    DiscountCode:
      row.discount_code !== null && row.discount_type !== null && row.discount_value !== null
        ? { code: row.discount_code, type: row.discount_type, value: row.discount_value }
        : null,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
}

/** Returns what a list says of an order's items. */
export function showLines(row: OrderLinesRow): OrderLines {
  return {
    firstItem: row.first_item === null ? null : showFirst(row.first_item),
    itemsCount: row.delivery_statuses.split(",").length,
  };
}

function showFirst(json: string): OrderLines["firstItem"] {
  const item: { name: string; quantity: number; productId: string; urlName: string } =
    JSON.parse(json);
  const { name, quantity, productId, urlName } = item;
  return { name, quantity, imageUrl: pictureAddress(urlName, productId) };
}

/** Converts an order item to its wire form, as of the time `now`. */
export function showOrderItem(row: OrderItemRow, now: number): OrderItem {
  return {
    id: row.id,
    Product: {
      id: row.product_id,
      name: row.product_name,
      imageUrl: pictureAddress(row.url_name, row.product_id),
      region: row.region,
      productType: row.type,
      subcategoryUrlName: row.url_name,
    },
    quantity: row.quantity,
    price: row.price_toman,
    priceAfterDiscount: Math.floor(row.total_toman / row.quantity),
    total: row.total_toman,
    deliveryType: row.delivery_type,
    deliveryStatus: row.delivery_status,
    deliveredAt: row.delivered_at === null ? null : toIso(row.delivered_at),
    canReportProblem:
      row.delivered_at !== null &&
      now < row.delivered_at + PROBLEM_HOURS * HOUR_MS &&
      row.has_open_ticket === 0,
    Rating:
      row.stars === null || row.comment === null || row.rated_at === null
        ? null
        : { stars: row.stars, comment: row.comment, createdAt: toIso(row.rated_at) },
    Refund: showRefund(row),
  };
}

/**
 * Returns the refund on the wire. A `fallen_back` refund counts as wallet money: the gateway
 * refused it.
 */
function showRefund(row: OrderItemRow): OrderItem["Refund"] {
  const { refund_state: state, refund_wallet_toman: wallet, refund_gateway_toman: gateway } = row;
  if (state === null || wallet === null || gateway === null) return null;
  const isFallenBack = state === "fallen_back";
  return {
    toWallet: isFallenBack ? wallet + gateway : wallet,
    toCard: isFallenBack ? 0 : gateway,
    isSettled: state === "done" || isFallenBack,
  };
}

/**
 * Returns the status of the slowest item (`joined` by commas); a failed item outranks all others.
 */
export function overallStatus(joined: string): DeliveryStatus {
  const statuses = joined.split(",");
  const order: DeliveryStatus[] = ["failed", "pending", "processing", "delivered", "cancelled"];
  return order.find((status) => statuses.includes(status)) ?? "pending";
}

function toIso(moment: number): string {
  return new Date(moment).toISOString();
}
