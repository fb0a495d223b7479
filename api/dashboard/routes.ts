import { Hono } from "hono";
import {
  EXPIRING_DAYS,
  LATEST_MAX,
  OVERVIEW_DEPTH,
  type Overview,
  type Recent,
} from "../../contract/dashboard.ts";
import { refusals } from "../../contract/endpoint.ts";
import { readTogether } from "../base/batch.ts";
import { type ShopEnv, refuse, shopper } from "../base/context.ts";
import { DAY_MS, toIso, toIsoOrNull } from "../base/time.ts";
import { isUsable } from "../buying/discount-code/rules.ts";
import { findDiscountCodes } from "../buying/discount-code/statements.ts";
import { overallStatus, showLines } from "../buying/order/show-order.ts";
import { showExpiring, showItems, showWaiting } from "./show-overview.ts";
import * as statements from "./statements.ts";

export const dashboard = new Hono<ShopEnv>();

dashboard.get("/overview", shopper, async (c) => {
  const { userId, shop } = c.var;
  const now = shop.now();
  const [[row], items, codes] = await readTogether(shop.db, [
    statements.findOverview(shop.db, userId, OVERVIEW_DEPTH, now),
    statements.findItemsInHand(shop.db, userId, OVERVIEW_DEPTH),
    findDiscountCodes(shop.db, userId, OVERVIEW_DEPTH, now, now + EXPIRING_DAYS * DAY_MS),
  ]);
  if (!row) return refuse(c, refusals.userGone);
  const data: Overview = {
    walletBalance: row.balance_toman,
    ordersCount: row.orders_count,
    ticketsCount: row.tickets_count,
    ...showWaiting(row),
    ...showItems(items, now),
    ...showExpiring(codes.filter((code) => isUsable(code, userId, now))),
  };
  return c.json({ data });
});

dashboard.get("/recent", shopper, async (c) => {
  const { db } = c.var.shop;
  const { userId } = c.var;
  const orders = await statements
    .findLatestOrders(db, userId, LATEST_MAX)
    .all<statements.LatestOrderRow>();
  const tickets = await statements
    .findLatestTickets(db, userId, LATEST_MAX)
    .all<statements.LatestTicketRow>();
  const data: Recent = {
    latestOrders: orders.results.map((row) => ({
      id: row.id,
      number: row.number,
      updatedAt: toIso(row.updated_at),
      deliveryStatus: overallStatus(row.delivery_statuses),
      lookUntil: toIsoOrNull(row.look_due_at),
      ...showLines(row),
    })),
    latestTickets: tickets.results.map(({ id, title, updated_at, status }) => ({
      id,
      title,
      updatedAt: toIso(updated_at),
      status,
    })),
  };
  return c.json({ data });
});
