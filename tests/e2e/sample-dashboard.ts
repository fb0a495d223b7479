import type { Overview, Recent } from "../../contract/dashboard.ts";
import type { DeliveryStatus } from "../../contract/order.ts";
import { SAMPLE_LINES } from "./sample-order.ts";
import { NOWRUZ } from "./sample-time.ts";

export const SAMPLE_OVERVIEW: Overview = {
  walletBalance: 12_345_678_900,
  ordersCount: 27,
  ticketsCount: 4,
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
