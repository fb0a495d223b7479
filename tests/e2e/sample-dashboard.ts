import type { Overview, Recent } from "../../contract/dashboard.ts";
import type { DeliveryStatus } from "../../contract/order-item.ts";
import { SAMPLE_LINES } from "./sample-order.ts";
import { NOWRUZ } from "./sample-time.ts";

const OF_ORDER = { orderId: "order-3", number: "3124621", name: "گیفت کارت استیم ۲۰ دلاری جهانی" };

export const SAMPLE_OVERVIEW: Overview = {
  walletBalance: 12_345_678_900,
  ordersCount: 27,
  ticketsCount: 4,
  lastCode: {
    orderId: "c0ffee00-1111-4222-8333-444455556666",
    number: "4829315",
    name: SAMPLE_LINES.firstItem?.name ?? "",
    imageUrl: SAMPLE_LINES.firstItem?.imageUrl ?? "",
    deliveredAt: NOWRUZ,
    codesCount: 1,
    unreadCount: 1,
  },
  unreadElsewhere: { ...OF_ORDER, count: 3 },
  namesDue: { orderId: "order-2", until: NOWRUZ },
  answeredTicket: { id: "t1", title: "کد گیفت کارت استیم که دیروز خریدم فعال نمی‌شود" },
  openPayment: {
    purpose: "cart_checkout",
    amount: 2_330_000,
    url: "https://sandbox.example/StartPay/A1",
    until: NOWRUZ,
  },
  reportEnds: { ...OF_ORDER, until: NOWRUZ },
  expiringCode: { code: "ARMAGHAN10", type: "percentage", value: 10, until: NOWRUZ },
};

function sampleLatest(
  id: string,
  number: string,
  deliveryStatus: DeliveryStatus,
): Recent["latestOrders"][number] {
  return { id, number, updatedAt: NOWRUZ, deliveryStatus, lookUntil: null, ...SAMPLE_LINES };
}

export const SAMPLE_RECENT: Recent = {
  latestOrders: [
    sampleLatest("c0ffee00-1111-4222-8333-444455556666", "4829315", "delivered"),
    sampleLatest("deadbeef-2222-4222-8333-444455556666", "", "pending"),
    sampleLatest("order-3", "3124621", "failed"),
  ],
  latestTickets: [
    {
      id: "t1",
      title: "کد گیفت کارت استیم که دیروز خریدم فعال نمی‌شود",
      updatedAt: NOWRUZ,
      status: "Owner Responded",
    },
    { id: "t2", title: "درخواست فاکتور سفارش ماه گذشته", updatedAt: NOWRUZ, status: "Open" },
    { id: "t3", title: "سؤال", updatedAt: NOWRUZ, status: "Closed" },
  ],
};
