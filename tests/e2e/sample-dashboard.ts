import type { Overview, Recent } from "../../contract/dashboard.ts";
import { NOWRUZ } from "./sample-time.ts";

export const SAMPLE_OVERVIEW: Overview = {
  walletBalance: 12_345_678_900,
  ordersCount: 27,
  ticketsCount: 4,
};

export const SAMPLE_RECENT: Recent = {
  latestOrders: [
    { id: "c0ffee00-1111-4222-8333-444455556666", updatedAt: NOWRUZ, deliveryStatus: "delivered" },
    { id: "short-id", updatedAt: NOWRUZ, deliveryStatus: "pending" },
    { id: "order-3", updatedAt: NOWRUZ, deliveryStatus: "failed" },
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
