import { Hono } from "hono";
import { refusals } from "../../contract/endpoint.ts";
import { readTogether } from "../base/batch.ts";
import { refuse } from "../base/context.ts";
import { noteLook } from "../base/decisions.ts";
import { named } from "../base/named.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { showWholePerson } from "../base/person.ts";
import { type OpeningRow, findOpeningsOfOrder, showOpening } from "../code/openings.ts";
import * as statements from "./desk-statements.ts";

export const deskOrders = new Hono<OperatorEnv>();

deskOrders.get("/:orderId", named("orderId"), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const order = await statements.findOrderByName(db, c.var.name).first<statements.DeskOrderRow>();
  if (!order) return refuse(c, refusals.notFound);
  await noteLook(db, { operator, subject: "order", subjectId: order.id }, now()).run();
  const [items, openings] = await readTogether<[statements.DeskOrderItemRow, OpeningRow]>(db, [
    statements.findItemsOfOrder(db, order.id),
    findOpeningsOfOrder(db, order.id),
  ]);
  return c.json({
    order: {
      orderId: order.id,
      orderNumber: order.number,
      person: showWholePerson(order),
      state: order.state,
      amount: order.total_toman,
      walletAmount: order.wallet_toman,
      createdAt: new Date(order.created_at).toISOString(),
      paidAt: dateOf(order.paid_at),
      lookUntil: dateOf(order.look_due_at),
      payment:
        order.payment_state === null
          ? null
          : { state: order.payment_state, authority: order.authority, refId: order.ref_id },
      items: items.map((item) => ({
        orderItemId: item.id,
        productName: item.product_name,
        quantity: item.quantity,
        amount: item.total_toman,
        deliveryStatus: item.delivery_status,
        deliveredAt: dateOf(item.delivered_at),
        codes: openings.filter((row) => row.order_item_id === item.id).map(showOpening),
      })),
    },
  });
});

const dateOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
