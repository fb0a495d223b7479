import { Hono } from "hono";
import { type Order, createOrder, getOrders, orderRefusals } from "../../contract/order.ts";
import { payFromWallet } from "../checkout/pay-from-wallet.ts";
import { type ShopEnv, body, idempotencyKey, query, refuse, shopper } from "../context.ts";
import { type UserRow, findUser, isProfileComplete } from "../user/statements.ts";
import { sha256 } from "../vault.ts";
import { showOrder, showOrderItem } from "./show-order.ts";
import * as statements from "./statements.ts";

export const orders = new Hono<ShopEnv>();

orders.get("/", shopper, query(getOrders.query), async (c) => {
  const { db } = c.var.shop;
  const { limit, cursor } = c.var.query;
  const [paidAt, id] = cursor?.split("~") ?? [];
  const after = paidAt !== undefined && id !== undefined ? { paidAt: Number(paidAt), id } : null;
  const { results } = await statements.findOrders(db, c.var.userId, { limit: limit + 1, after }).all<statements.OrderRow>();
  const isComplete = await hasCompleteProfile(db, c.var.userId);
  const page = results.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = results.length > limit && last ? `${String(last.paid_at)}~${last.id}` : null;
  return c.json({ orders: page.map((row) => showOrder(row, isComplete)), nextCursor });
});

orders.post("/", shopper, idempotencyKey, body(createOrder.body), async (c) => {
  const { shop, userId, body, idempotencyKey } = c.var;
  const requestHash = await sha256(`order ${JSON.stringify(body)}`);
  const outcome = await payFromWallet(shop, { userId, expectedTotal: body.expectedTotal, idempotencyKey, requestHash });
  if (outcome.kind === "bought") return c.json({ orderId: outcome.orderId });
  return refuse(c, outcome.refusal, outcome.details === undefined ? {} : { details: outcome.details });
});

orders.get("/:orderId", shopper, async (c) => {
  const { db } = c.var.shop;
  const row = await statements.findOrder(db, c.var.userId, c.req.param("orderId")).first<statements.OrderRow>();
  if (!row) return refuse(c, orderRefusals.orderNotFound);
  const { results } = await statements.findOrderItems(db, c.var.userId, row.id).all<statements.OrderItemRow>();
  const isComplete = await hasCompleteProfile(db, c.var.userId);
  const order: Order = { ...showOrder(row, isComplete), OrderItems: results.map(showOrderItem) };
  return c.json({ order });
});

orders.get("/:orderId/items/:orderItemId/content", shopper, async (c) => {
  const { db, vault, now } = c.var.shop;
  const { orderId, orderItemId } = c.req.param();
  const item = await statements.findOrderItem(db, c.var.userId, orderId, orderItemId).first<{ delivery_status: string }>();
  if (!item) return refuse(c, orderRefusals.orderNotFound);
  if (item.delivery_status !== "delivered") return refuse(c, orderRefusals.notDelivered);
  if (!(await hasCompleteProfile(db, c.var.userId))) return refuse(c, orderRefusals.profileIncomplete);
  await statements.recordReading(db, c.var.userId, orderItemId, now()).run();
  const { results } = await statements
    .findContent(db, c.var.userId, orderItemId)
    .all<{ id: string; product_id: string; sealed: string }>();
  return c.json(await Promise.all(results.map((code) => vault.open(code.sealed, `code:${code.product_id}:${code.id}`))));
});

async function hasCompleteProfile(db: D1Database, userId: string): Promise<boolean> {
  const user = await findUser(db, userId).first<UserRow>();
  return user !== null && isProfileComplete(user);
}
