import { Hono } from "hono";
import { LATEST_MAX, type Overview, type Recent } from "../../contract/dashboard.ts";
import { refusals } from "../../contract/endpoint.ts";
import { type ShopEnv, refuse, shopper } from "../base/context.ts";
import { overallStatus, showLines } from "../order/show-order.ts";
import * as statements from "./statements.ts";

export const dashboard = new Hono<ShopEnv>();

dashboard.get("/overview", shopper, async (c) => {
  const row = await statements
    .findOverview(c.var.shop.db, c.var.userId)
    .first<statements.OverviewRow>();
  if (!row) return refuse(c, refusals.userGone);
  const data: Overview = {
    walletBalance: row.balance_toman,
    ordersCount: row.orders_count,
    ticketsCount: row.tickets_count,
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
      updatedAt: new Date(row.updated_at).toISOString(),
      deliveryStatus: overallStatus(row.delivery_statuses),
      lookUntil: row.look_due_at === null ? null : new Date(row.look_due_at).toISOString(),
      ...showLines(row),
    })),
    latestTickets: tickets.results.map(({ id, title, updated_at, status }) => ({
      id,
      title,
      updatedAt: new Date(updated_at).toISOString(),
      status,
    })),
  };
  return c.json({ data });
});
