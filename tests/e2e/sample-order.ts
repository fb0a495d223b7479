import type { Order, OrderLines, OrderSummary } from "../../contract/order.ts";
import type { OrderCode, OrderItem } from "../../contract/order-item.ts";

/** Orders as the shop answers them: many at once, or in states that an operator decides. */

export function sampleOrder(order: Partial<Order> = {}): Order {
  return {
    id: "c0ffee00-1111-4222-8333-444455556666",
    orderId: "c0ffee00-1111-4222-8333-444455556666",
    number: "4829315",
    totalAmount: 1_215_000,
    totalReward: 3000,
    walletAmount: 0,
    paymentMethod: "Gateway",
    gateway: "zarinpal",
    paidStatus: "Paid",
    deliveryStatus: "delivered",
    shouldShow: true,
    canCancel: false,
    cancelRefund: null,
    profileDueAt: null,
    lookUntil: null,
    DiscountCode: null,
    // The first minutes of Nowruz 1405 in Tehran.
    createdAt: "2026-03-20T20:45:00.000Z",
    updatedAt: "2026-03-20T20:45:00.000Z",
    OrderItems: [sampleItem()],
    ...order,
  };
}

export function sampleItem(item: Partial<OrderItem> = {}): OrderItem {
  return {
    id: "item-1",
    Product: {
      id: "razergold-us-10",
      name: "گیفت کارت ریزر گلد ۱۰ دلاری آمریکا",
      imageUrl: "/art/razergold/razergold-us-10.svg",
      region: "آمریکا",
      productType: "giftcard",
      subcategoryUrlName: "razergold",
      latinName: "Razer Gold",
      redeem: {
        url: "https://gold.razer.com/global/en/gold/reload/pin",
        steps: ["وارد حساب ریزر گلد خود شوید.", "`Reload` را باز کنید.", "کد را بچسبانید."],
      },
    },
    quantity: 1,
    price: 1_215_000,
    priceAfterDiscount: 1_215_000,
    total: 1_215_000,
    deliveryType: "instant",
    deliveryStatus: "delivered",
    deliveredAt: "2026-03-20T20:45:00.000Z",
    isComing: false,
    awaitedSince: null,
    canReportProblem: false,
    codes: [],
    Rating: null,
    Refund: null,
    ...item,
  };
}

/** A code of an item, not read yet. */
export function sampleCode(position: number, code: Partial<OrderCode> = {}): OrderCode {
  return {
    id: `code-${String(position)}`,
    position,
    state: "unread",
    reportUntil: "2026-03-21T20:45:00.000Z",
    ticketId: null,
    ...code,
  };
}

export const SAMPLE_LINES: OrderLines = {
  firstItem: {
    name: "گیفت کارت ریزر گلد ۱۰ دلاری آمریکا",
    imageUrl: "/art/razergold/razergold-us-10.svg",
    quantity: 3,
  },
  itemsCount: 2,
};

/** `count` orders, newest first, with their numbers as sums. */
export function sampleOrders(count: number, from = 1): OrderSummary[] {
  return Array.from({ length: count }, (_, index) => {
    const { OrderItems: _items, ...summary } = sampleOrder({
      id: `order-${String(from + index)}`,
      totalAmount: (from + index) * 1000,
    });
    return { ...summary, ...SAMPLE_LINES };
  });
}
