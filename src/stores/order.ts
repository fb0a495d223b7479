import { atom } from "nanostores";
import type {
  cancelOrder as cancelCall,
  getOrder,
  getOrderItemContent,
  getOrders,
  Order,
  OrderSummary,
} from "../../contract/order.ts";
import type { DeliveryStatus, OrderItem } from "../../contract/order-item.ts";
import { call, loadedOf, type Outcome } from "./call.ts";
import type { AnswerOf } from "../../contract/request.ts";
import type { Loaded } from "./loaded.ts";
import { notify } from "./notice.ts";

interface OrderList {
  orders: readonly OrderSummary[];
  nextCursor: string | null;
}

export const $orders = atom<Loaded<OrderList>>({ state: "loading" });
export const $order = atom<Loaded<Order>>({ state: "loading" });

export async function loadOrders(limit: number): Promise<void> {
  if ($orders.get().state === "failed") $orders.set({ state: "loading" });
  const outcome = await call<typeof getOrders>("GET", "/orders", {
    query: { limit },
    needs: ["orders"],
  });
  $orders.set(loadedOf(outcome));
}

/** Loads the next page of the list. Returns true when it had any rows. */
export async function loadMoreOrders(limit: number): Promise<boolean> {
  const before = $orders.get();
  if (before.state !== "ready" || before.value.nextCursor === null) return false;
  const query = { limit, cursor: before.value.nextCursor };
  const outcome = await call<typeof getOrders>("GET", "/orders", { query, needs: ["orders"] });
  if (!outcome.ok) {
    notify("error", outcome.message);
    return false;
  }
  const orders = [...before.value.orders, ...outcome.value.orders];
  $orders.set({ state: "ready", value: { orders, nextCursor: outcome.value.nextCursor } });
  return outcome.value.orders.length > 0;
}

/** Loads an order. If a reload fails, the order on the screen stays. */
export async function loadOrder(orderId: string): Promise<void> {
  if ($order.get().state === "failed") $order.set({ state: "loading" });
  const outcome = await call<typeof getOrder>("GET", "/orders/:orderId", {
    params: { orderId },
    needs: ["order"],
  });
  const before = $order.get();
  if (outcome.ok) $order.set({ state: "ready", value: outcome.value.order });
  else if (before.state === "ready" && before.value.id === orderId)
    notify("error", outcome.message);
  else $order.set({ state: "failed", message: outcome.message });
}

/**
 * Returns the time since which the buyer waits for an item (UTC ms). It can be later than the time
 * of the order.
 */
export const startOf = (item: OrderItem, order: Order): number =>
  Date.parse(item.awaitedSince ?? order.createdAt);

const FOLLOWED_EACH_MS = 3_000;
/** After this time the code will not come within seconds, and an SMS announces it. */
const FOLLOWED_FOR_MS = 5 * 60_000;

/**
 * Loads an order every three seconds while its page is visible, for five minutes. A failed load
 * shows no error. Returns a function that stops this.
 */
export function followOrder(orderId: string): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") void look();
  }, FOLLOWED_EACH_MS);
  const end = setTimeout(() => {
    clearInterval(timer);
  }, FOLLOWED_FOR_MS);
  async function look(): Promise<void> {
    const outcome = await call<typeof getOrder>("GET", "/orders/:orderId", {
      params: { orderId },
      needs: ["order"],
    });
    const shown = $order.get();
    if (outcome.ok && shown.state === "ready" && shown.value.id === orderId)
      $order.set({ state: "ready", value: outcome.value.order });
  }
  return () => {
    clearInterval(timer);
    clearTimeout(end);
  };
}

/** Cancels the items that wait for manual delivery, and shows the changed order. */
export async function cancelOrder({
  id: orderId,
  cancelRefund,
}: Order): Promise<Outcome<AnswerOf<typeof cancelCall>>> {
  const outcome = await call<typeof cancelCall>("POST", "/orders/:orderId/cancel", {
    params: { orderId },
    body: cancelRefund
      ? { expected: { toWallet: cancelRefund.toWallet, toCard: cancelRefund.toCard } }
      : {},
    needs: ["order"],
  });
  if (outcome.ok) $order.set({ state: "ready", value: outcome.value.order });
  // The refund has changed: shows the new amounts before the next press.
  else if (outcome.status === 409) await loadOrder(orderId);
  return outcome;
}

/** The delivered codes of one item while its dialog is open; dropped afterwards. */
export interface OpenedContent {
  item: OrderItem;
  isOpen: boolean;
  codes: Loaded<readonly string[]>;
}
export const $content = atom<OpenedContent | null>(null);

export async function openContent(orderId: string, item: OrderItem): Promise<void> {
  if (!isDelivered(item.deliveryStatus)) {
    notify("info", "لطفاً تا تحویل محصول صبر کنید");
    return;
  }
  const opened: OpenedContent = { item, isOpen: true, codes: { state: "loading" } };
  $content.set(opened);
  const outcome = await call<typeof getOrderItemContent>(
    "GET",
    "/orders/:orderId/items/:orderItemId/content",
    { params: { orderId, orderItemId: item.id }, needs: ["length"] },
  );
  if (outcome.ok) showAsRead(orderId, item.id);
  if ($content.get() !== opened) return;
  $content.set({ ...opened, codes: loadedOf(outcome) });
}

/** Marks all codes of an item as read, after the dialog has loaded them. */
function showAsRead(orderId: string, itemId: string): void {
  const order = $order.get();
  if (order.state !== "ready" || order.value.id !== orderId) return;
  const OrderItems = order.value.OrderItems.map((item) =>
    item.id === itemId
      ? {
          ...item,
          codes: item.codes.map((code) =>
            code.state === "unread" ? { ...code, state: "read" as const } : code,
          ),
        }
      : item,
  );
  $order.set({ state: "ready", value: { ...order.value, OrderItems } });
}

export function closeContent(): void {
  const opened = $content.get();
  if (opened) $content.set({ ...opened, isOpen: false });
}

export function forgetContent(): void {
  $content.set(null);
}

const DELIVERY_STATUS_LABELS: Record<DeliveryStatus, string> = {
  pending: "در حال آماده سازی",
  processing: "در حال پردازش",
  delivered: "تحویل داده شد",
  cancelled: "لغو شده",
  failed: "خطا در تحویل",
};

/** True for a delivered item. Another backend may leave the status out. */
export function isDelivered(status: string | null | undefined): boolean {
  return status?.toLowerCase() === "delivered";
}

/** Returns the label of a status in any letter case; «نامشخص» for any other. */
export function deliveryStatusLabel(status: string | null | undefined): string {
  const labels: Record<string, string | undefined> = DELIVERY_STATUS_LABELS;
  return labels[status?.toLowerCase() ?? ""] ?? "نامشخص";
}

export const PAID_STATUS_LABELS: Record<Order["paidStatus"], string> = {
  Paid: "پرداخت شد",
  Refunded: "بازپرداخت",
};
export const PAYMENT_METHOD_LABELS: Record<Order["paymentMethod"], string> = {
  Wallet: "کیف پول",
  Gateway: "درگاه",
};
