import { Hono } from "hono";
import { type Order, createOrder, getOrders, orderRefusals } from "../../contract/order.ts";
import { readTogether } from "../base/batch.ts";
import { payFromWallet } from "../checkout/pay-from-wallet.ts";
import {
  type Shop,
  type ShopEnv,
  body,
  callerAddress,
  idempotencyKey,
  query,
  refuse,
  shopper,
} from "../base/context.ts";
import { createLane } from "../base/lane.ts";
import { NEWEST, cutPage, readCursor } from "../base/page.ts";
import { refundItems } from "../refund/refund-items.ts";
import type { RefundItemRow } from "../refund/statements.ts";
import { type UserRow, findUser, isProfileComplete } from "../user/statements.ts";
import { showLines, showOrder, showOrderItem } from "./show-order.ts";
import * as statements from "./statements.ts";
import { sealContext } from "../stock/code-text.ts";

export const orders = new Hono<ShopEnv>();

orders.get("/", shopper, query(getOrders.query), async (c) => {
  const { db } = c.var.shop;
  const { limit, cursor } = c.var.query;
  const after = readCursor(cursor) ?? NEWEST;
  const [rows, [user]] = await readTogether<[statements.OrderRow, UserRow]>(db, [
    statements.findOrders(db, c.var.userId, { limit: limit + 1, after }),
    findUser(db, c.var.userId),
  ]);
  const { page, nextCursor } = cutPage(rows, limit, (row) => ({ at: row.paid_at, id: row.id }));
  const isComplete = isProfileComplete(user);
  return c.json({
    orders: page.map((row) => ({ ...showOrder(row, isComplete), ...showLines(row) })),
    nextCursor,
  });
});

const checkoutLane = createLane((settings) => settings.CHECKOUTS_AT_ONCE);

orders.post("/", shopper, idempotencyKey, body(createOrder.body), checkoutLane, async (c) => {
  const { shop, userId, body, idempotencyKey } = c.var;
  const requestHash = await shop.vault.fingerprint("request", `order ${JSON.stringify(body)}`);
  const outcome = await payFromWallet(shop, {
    userId,
    expectedTotal: body.expectedTotal,
    idempotencyKey,
    requestHash,
  });
  if (outcome.kind === "bought") return c.json({ orderId: outcome.orderId });
  return refuse(
    c,
    outcome.refusal,
    outcome.details === undefined ? {} : { details: outcome.details },
  );
});

orders.get("/:orderId", shopper, async (c) => {
  const order = await readOrder(c.var.shop, c.var.userId, c.req.param("orderId"));
  return order ? c.json({ order }) : refuse(c, orderRefusals.orderNotFound);
});

orders.post("/:orderId/cancel", shopper, async (c) => {
  const { shop, userId } = c.var;
  const orderId = c.req.param("orderId");
  const isSelected = (item: RefundItemRow) =>
    item.delivery_type === "manual" && item.delivery_status === "pending";
  const given = await refundItems(shop, {
    orderId,
    ownerId: userId,
    isSelected,
    reason: "shopper",
  });
  const order = await readOrder(shop, userId, orderId);
  if (!order) return refuse(c, orderRefusals.orderNotFound);
  if (given.length === 0) return refuse(c, orderRefusals.nothingToCancel);
  return c.json({ message: "آنچه تحویل نشده بود لغو شد و وجه آن بازگردانده می‌شود.", order });
});

orders.get("/:orderId/items/:orderItemId/content", shopper, async (c) => {
  const { db, vault, now } = c.var.shop;
  const { orderId, orderItemId } = c.req.param();
  const [[item], [user]] = await readTogether<[{ delivery_status: string }, UserRow]>(db, [
    statements.findOrderItem(db, c.var.userId, orderId, orderItemId),
    findUser(db, c.var.userId),
  ]);
  if (!item) return refuse(c, orderRefusals.orderNotFound);
  if (item.delivery_status !== "delivered") return refuse(c, orderRefusals.notDelivered);
  if (!isProfileComplete(user)) return refuse(c, orderRefusals.profileIncomplete);
  const reading = { userId: c.var.userId, itemId: orderItemId, address: callerAddress(c) };
  // One batch: the codes are returned exactly when the reading was recorded.
  const [, content] = await db.batch<{ id: string; product_id: string; sealed: string }>([
    statements.recordReading(db, reading, now()),
    statements.findContent(db, c.var.userId, orderItemId),
  ]);
  const codes = content?.results ?? [];
  // The item was cancelled between the two reads.
  if (codes.length === 0) return refuse(c, orderRefusals.notDelivered);
  return c.json(
    await Promise.all(
      codes.map((code) => vault.open(code.sealed, sealContext(code.product_id, code.id))),
    ),
  );
});

async function readOrder(
  { db, now }: Shop,
  userId: string,
  orderId: string,
): Promise<Order | null> {
  const [[row], items, [user]] = await readTogether<
    [statements.OrderRow, statements.OrderItemRow, UserRow]
  >(db, [
    statements.findOrder(db, userId, orderId),
    statements.findOrderItems(db, userId, orderId),
    findUser(db, userId),
  ]);
  return row
    ? {
        ...showOrder(row, isProfileComplete(user)),
        OrderItems: items.map((item) => showOrderItem(item, now())),
      }
    : null;
}
