import { Hono } from "hono";
import {
  type Order,
  cancelOrder,
  createOrder,
  getOrderItemContent,
  getOrders,
  markCode,
  orderRefusals,
} from "../../../contract/order.ts";
import type { GivenAnswers } from "../../../contract/question.ts";
import { readTogether, runBatch, readAll, readFirst } from "../../base/batch.ts";
import { mayBuy } from "../checkout/may-buy.ts";
import { payFromWallet } from "../payment/pay-from-wallet.ts";
import {
  type Shop,
  type ShopEnv,
  body,
  callerAddress,
  idempotencyKey,
  query,
  refuse,
  shopper,
  unfrozen,
} from "../../base/context.ts";
import { createLane } from "../../base/lane.ts";
import { NEWEST, cutPage, readCursor } from "../../base/page.ts";
import { planRefund, refundItems } from "../refund/refund-items.ts";
import { openOrderAnswers } from "../question/seals.ts";
import { findOrderAnswers } from "../question/statements.ts";
import type { RefundShare } from "../refund/rules.ts";
import type { RefundItemRow } from "../refund/statements.ts";
import { isUnsent } from "../supply/cancelling.ts";
import { buyForOrder } from "../supply/work.ts";
import { findUser, isProfileComplete } from "../../base/person.ts";
import { readContent } from "../code/reading.ts";
import * as codes from "../code/statements.ts";
import { showLines, showOrder, showOrderCode, showOrderItem } from "./show-order.ts";
import * as statements from "./statements.ts";
import { sealContext } from "../code/code-text.ts";

export const orders = new Hono<ShopEnv>();

orders.get("/", shopper, query(getOrders.query), async (c) => {
  const { db } = c.var.shop;
  const { limit, cursor } = c.var.query;
  const after = readCursor(cursor) ?? NEWEST;
  const [rows, [user]] = await readTogether(db, [
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

orders.post(
  "/",
  shopper,
  unfrozen,
  idempotencyKey,
  body(createOrder.body),
  mayBuy,
  checkoutLane,
  async (c) => {
    const { shop, userId, body, idempotencyKey } = c.var;
    const requestHash = await shop.vault.fingerprint("request", `order ${JSON.stringify(body)}`);
    const outcome = await payFromWallet(shop, {
      userId,
      expectedTotal: body.expectedTotal,
      idempotencyKey,
      requestHash,
    });
    if (outcome.kind === "bought") {
      c.executionCtx.waitUntil(buyForOrder(shop, outcome.orderId));
      return c.json({ orderId: outcome.orderId });
    }
    return refuse(
      c,
      outcome.refusal,
      outcome.details === undefined ? {} : { details: outcome.details },
    );
  },
);

orders.get("/:orderId", shopper, async (c) => {
  const order = await readOrder(c.var.shop, c.var.userId, c.req.param("orderId"));
  return order ? c.json({ order }) : refuse(c, orderRefusals.orderNotFound);
});

orders.post("/:orderId/cancel", shopper, body(cancelOrder.body), async (c) => {
  const { shop, userId } = c.var;
  const { expected } = c.var.body;
  const orderId = c.req.param("orderId");
  const given = await refundItems(shop, {
    ...cancelling(userId, orderId),
    isAgreed: (shares) => {
      const { toWallet, toCard } = sumOf(shares);
      return !expected || (toWallet === expected.toWallet && toCard === expected.toCard);
    },
  });
  const order = await readOrder(shop, userId, orderId);
  if (!order) return refuse(c, orderRefusals.orderNotFound);
  if (given.length === 0)
    return refuse(c, order.canCancel ? orderRefusals.refundChanged : orderRefusals.nothingToCancel);
  return c.json({ message: "آنچه تحویل نشده بود لغو شد و وجه آن بازگردانده می‌شود.", order });
});

const cancelling = (ownerId: string, orderId: string) => ({
  orderId,
  ownerId,
  isSelected: (item: RefundItemRow) =>
    (item.delivery_type === "manual" && item.delivery_status === "pending") ||
    (item.delivery_status === "processing" && isUnsent(item.supply_state)),
  reason: "shopper" as const,
});

const sumOf = (shares: readonly RefundShare[]) => ({
  toWallet: shares.reduce((sum, { walletToman }) => sum + walletToman, 0),
  toCard: shares.reduce((sum, { gatewayToman }) => sum + gatewayToman, 0),
  withheld: shares.reduce((sum, { withheldToman }) => sum + Math.max(0, withheldToman), 0),
});

const CONTENT = "/:orderId/items/:orderItemId/content";
orders.get(CONTENT, shopper, unfrozen, query(getOrderItemContent.query), async (c) => {
  const { db, vault, now, settings } = c.var.shop;
  const { userId } = c.var;
  const { orderId, orderItemId } = c.req.param();
  const { code: codeId = null } = c.var.query;
  const [[item], [user]] = await readTogether(db, [
    statements.findOrderItem(db, userId, orderId, orderItemId),
    findUser(db, userId),
  ]);
  if (!item) return refuse(c, orderRefusals.orderNotFound);
  if (item.delivery_status !== "delivered") return refuse(c, orderRefusals.notDelivered);
  if (!isProfileComplete(user)) return refuse(c, orderRefusals.profileIncomplete);
  const id = crypto.randomUUID();
  const reading = { id, userId, itemId: orderItemId, codeId, address: callerAddress(c) };
  // This is one batch, so an unread code is returned only when its reading was recorded.
  const [, , content] = await db.batch<{ id: string; product_id: string; sealed: string }>(
    readContent(db, reading, settings.READINGS_PER_ITEM_HOUR, now()),
  );
  const found = content?.results ?? [];
  if (found.length === 0)
    // There is no row when the item was cancelled between the two reads, when the code is in a
    // gift, or when the item has no code with this id.
    return refuse(c, await whyNothing(db, { userId, orderId, itemId: orderItemId, codeId }));
  return c.json(
    await Promise.all(
      found.map((code) => vault.open(code.sealed, sealContext(code.product_id, code.id))),
    ),
  );
});

/** Returns why there is nothing to read, though the item was delivered a moment ago. */
async function whyNothing(
  db: D1Database,
  place: { userId: string; orderId: string; itemId: string; codeId: string | null },
) {
  const results = await readAll(codes.findOrderCodes(db, place.userId, place.orderId));
  const own = results.filter(
    ({ id, order_item_id: itemId }) =>
      itemId === place.itemId && (place.codeId === null || id === place.codeId),
  );
  if (own.some(({ gift_state: state }) => state !== null)) return orderRefusals.codeGiven;
  return place.codeId === null ? orderRefusals.notDelivered : orderRefusals.codeNotFound;
}

const CODE = "/:orderId/items/:orderItemId/codes/:codeId";
orders.put(CODE, shopper, body(markCode.body), async (c) => {
  const { db, now } = c.var.shop;
  const { userId } = c.var;
  const { isUsed } = c.var.body;
  const { orderId, orderItemId: itemId, codeId } = c.req.param();
  const place = { orderId, itemId, codeId };
  const moment = now();
  const isMarked = await runBatch(db, codes.markUsed(db, { userId, ...place, isUsed }, moment));
  const row = await readFirst(codes.findOrderCode(db, userId, place));
  if (!row) return refuse(c, orderRefusals.codeNotFound);
  if (!isMarked) return refuse(c, orderRefusals.codeUnread);
  return c.json({ code: showOrderCode(row, moment) });
});

async function readOrder(shop: Shop, userId: string, orderId: string): Promise<Order | null> {
  const { db, now, vault } = shop;
  const [[row], items, codeRows, answerRows, [user]] = await readTogether(db, [
    statements.findOrder(db, userId, orderId),
    statements.findOrderItems(db, userId, orderId),
    codes.findOrderCodes(db, userId, orderId),
    findOrderAnswers(db, userId, orderId),
    findUser(db, userId),
  ]);
  const codesOf = (item: statements.OrderItemRow) =>
    codeRows.filter((code) => code.order_item_id === item.id);
  if (!row) return null;
  const answers = new Map(
    await Promise.all(
      answerRows.map(async (answer) => [answer.id, await openOrderAnswers(vault, answer)] as const),
    ),
  );
  const order = showOrder(row, isProfileComplete(user));
  const { shares, isCardSpared } = order.canCancel
    ? await planRefund(shop, cancelling(userId, orderId))
    : { shares: [], isCardSpared: false };
  return {
    ...order,
    cancelRefund: shares.length > 0 ? { ...sumOf(shares), isCardSpared } : null,
    OrderItems: items.map((item) => ({
      ...showOrderItem(item, codesOf(item), now()),
      ...answersOf(answers.get(item.id)),
    })),
  };
}

const answersOf = (answers: GivenAnswers | null | undefined) => (answers ? { answers } : {});
