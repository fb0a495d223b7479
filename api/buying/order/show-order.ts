import type { Order, OrderLines } from "../../../contract/order.ts";
import type { DeliveryStatus, OrderCode, OrderItem } from "../../../contract/order-item.ts";
import { PROBLEM_HOURS } from "../../../contract/ticket.ts";
import type { CodeRow } from "../code/statements.ts";
import type { OrderItemRow, OrderLinesRow, OrderRow } from "./statements.ts";
import { HOUR_MS, toIso, toIsoOrNull } from "../../base/time.ts";
import { pictureOf } from "../../goods/picture/address.ts";

/**
 * Converts an order to its wire form. `isProfileComplete` decides whether its codes may be opened.
 */
export function showOrder(
  row: OrderRow,
  isProfileComplete: boolean,
): Omit<Order, "OrderItems" | "cancelRefund"> {
  return {
    id: row.id,
    orderId: row.id,
    number: row.number,
    totalAmount: row.total_toman,
    totalReward: row.reward_toman,
    walletAmount: row.wallet_toman,
    paymentMethod: row.gateway_toman === 0 ? "Wallet" : "Gateway",
    gateway: row.gateway,
    paidStatus: row.state === "refunded" ? "Refunded" : "Paid",
    deliveryStatus: overallStatus(row.delivery_statuses),
    shouldShow: isProfileComplete,
    // Instant delivery is never pending, so a pending item is one that the operator delivers by
    // hand.
    canCancel:
      row.state === "paid" &&
      (row.delivery_statuses.split(",").includes("pending") || row.has_unsent === 1),
    profileDueAt: isProfileComplete ? null : toIsoOrNull(row.profile_due_at),
    lookUntil: toIsoOrNull(row.look_due_at),
    DiscountCode:
      row.discount_code !== null && row.discount_type !== null && row.discount_value !== null
        ? { code: row.discount_code, type: row.discount_type, value: row.discount_value }
        : null,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
}

/** Returns the summary of an order's items for a list of orders. */
export function showLines(row: OrderLinesRow): OrderLines {
  return {
    firstItem: row.first_item === null ? null : showFirst(row.first_item),
    itemsCount: row.delivery_statuses.split(",").length,
  };
}

function showFirst(json: string): OrderLines["firstItem"] {
  const item: {
    name: string;
    quantity: number;
    productId: string;
    url_name: string;
    picture_id: string | null;
  } = JSON.parse(json);
  const { name, quantity, productId } = item;
  return { name, quantity, imageUrl: pictureOf(item, productId, "small") };
}

/** Converts an order item and its codes to the wire form, as of the time `now`. */
export function showOrderItem(
  row: OrderItemRow,
  codeRows: readonly CodeRow[],
  now: number,
): OrderItem {
  const codes = codeRows.map((code) => showOrderCode(code, now));
  return {
    id: row.id,
    Product: {
      id: row.product_id,
      name: row.product_name,
      imageUrl: pictureOf(row, row.product_id),
      region: row.region,
      productType: row.type,
      subcategoryUrlName: row.url_name,
      latinName: row.latin_name,
      redeem: { url: row.redeem_url, steps: JSON.parse(row.redeem_steps) as string[] },
    },
    quantity: row.quantity,
    price: row.price_toman,
    priceAfterDiscount: Math.floor(row.total_toman / row.quantity),
    total: row.total_toman,
    deliveryType: row.delivery_type,
    deliveryStatus: row.delivery_status,
    isComing: row.is_coming === 1,
    awaitedSince: toIsoOrNull(row.awaited_since),
    deliveredAt: toIsoOrNull(row.delivered_at),
    canReportProblem: codes.some((code) => code.reportUntil !== null),
    codes,
    Rating:
      row.stars === null || row.comment === null || row.rated_at === null
        ? null
        : { stars: row.stars, comment: row.comment, createdAt: toIso(row.rated_at) },
    Refund: showRefund(row),
  };
}

/** Converts a code to its wire form, which does not contain the text of the code. */
export function showOrderCode(row: CodeRow, now: number): OrderCode {
  const state = stateOf(row);
  const until = row.problem_from === null ? 0 : row.problem_from + PROBLEM_HOURS * HOUR_MS;
  const canReport =
    state === "unread" ||
    state === "read" ||
    state === "used" ||
    (state === "given" && row.gift_state === "opened");
  return {
    id: row.id,
    position: row.position,
    state,
    reportUntil: canReport && now < until ? toIso(until) : null,
    ticketId: row.ticket_id,
  };
}

function stateOf(row: CodeRow): OrderCode["state"] {
  if (row.withdrawn_at !== null) return "replaced";
  if (row.is_refunded === 1) return "refunded";
  if (row.ticket_id !== null) return "reported";
  if (row.gift_state !== null) return "given";
  if (row.used_at !== null) return "used";
  return row.read_at === null ? "unread" : "read";
}

function showRefund(row: OrderItemRow): OrderItem["Refund"] {
  const { refund_wallet_toman: toWallet, refund_card_toman: toCard } = row;
  if (toWallet === null || toCard === null) return null;
  return {
    toWallet,
    toCard,
    withheld: Math.max(0, row.refund_withheld_toman ?? 0),
    isSettled: row.is_refund_settled === 1,
  };
}

/**
 * Returns the delivery status of an order from the statuses of its items, `joined` by commas:
 * `failed` if any item failed, otherwise the least advanced status.
 */
export function overallStatus(joined: string): DeliveryStatus {
  const statuses = joined.split(",");
  const order: DeliveryStatus[] = ["failed", "pending", "processing", "delivered", "cancelled"];
  return order.find((status) => statuses.includes(status)) ?? "pending";
}
