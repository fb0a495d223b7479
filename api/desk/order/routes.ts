import { readAll, readFirst } from "../../base/batch.ts";
import { Hono } from "hono";
import {
  type DeskOrderRow,
  exportOrders,
  listOrders,
  noteOnOrder,
} from "../../../contract/desk/order.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { body, query, refuse } from "../../base/context.ts";
import { noteDecision, noteView } from "../../base/decisions.ts";
import { named } from "../../base/named.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { NEWEST, byCreation, cutPage, readCursor } from "../../base/page.ts";
import { showPerson } from "../../base/person.ts";
import { type FoundOrderRow, findDeskOrders } from "./statements.ts";
import { overallStatus } from "../../buying/order/show-order.ts";
import { exportTable } from "./export.ts";
import { readDeskOrder } from "./read-order.ts";
import { findNamedOrder } from "./story-statements.ts";
import { toIso } from "../../base/time.ts";

/** Orders as operators find and read them. */
export const deskOrders = new Hono<OperatorEnv>();

deskOrders.get("/", query(listOrders.query), async (c) => {
  const { limit, cursor, ...filter } = c.var.query;
  const results = await readAll(
    findDeskOrders(c.var.shop.db, filter, readCursor(cursor) ?? NEWEST, limit + 1),
  );
  const [first] = results;
  const rows = results.filter(({ id }) => id !== null);
  const { page, nextCursor } = cutPage(rows, limit, byCreation);
  const seenTo = first?.last_id != null ? `${String(first.last_at)}~${first.last_id}` : null;
  return c.json({ orders: page.map(showRow), nextCursor: nextCursor ?? seenTo });
});

deskOrders.post("/export", body(exportOrders.body), async (c) => {
  const { shop, operator, body: filter } = c.var;
  const moment = shop.now();
  await noteView({ db: shop.db, operator, moment }, "list", exportOrders.path).run();
  return c.json(await exportTable(shop.db, filter, moment));
});

deskOrders.get("/:id", named("id"), async (c) => {
  const { shop, operator } = c.var;
  const row = await readFirst(findNamedOrder(shop.db, c.var.name));
  if (!row) return refuse(c, refusals.notFound);
  await noteView({ db: shop.db, operator, moment: shop.now() }, "order", row.id).run();
  const order = await readDeskOrder(shop, row.id, operator);
  if (!operator.areas.includes("figures")) order.money.profit = null;
  return c.json({ order });
});

deskOrders.post("/:id/notes", named("id"), body(noteOnOrder.body), async (c) => {
  const { shop, operator } = c.var;
  const row = await readFirst(findNamedOrder(shop.db, c.var.name));
  if (!row) return refuse(c, refusals.notFound);
  const { note } = c.var.body;
  await noteDecision({ db: shop.db, operator, moment: shop.now() }, "order", row.id, "noted", {
    note,
  }).run();
  return c.json({ message: "یادداشت نوشته شد." });
});

function showRow(row: FoundOrderRow): DeskOrderRow {
  return {
    id: row.id,
    number: row.number,
    createdAt: toIso(row.created_at),
    person: showPerson(row),
    products: JSON.parse(row.products) as DeskOrderRow["products"],
    total: row.total_toman,
    fromCard: row.gateway_toman,
    fromWallet: row.wallet_toman,
    state: row.state,
    deliveryStatus: overallStatus(row.delivery_statuses),
    isHeld: row.look_due_at !== null,
  };
}
