import { readAll, readFirst } from "../../base/batch.ts";
import { Hono } from "hono";
import {
  createTicket,
  getTicket,
  getTickets,
  replyToTicket,
  ticketRefusals,
} from "../../../contract/ticket.ts";
import { type ShopEnv, body, idempotencyKey, query, refuse, shopper } from "../../base/context.ts";
import { NEWEST, cutPage, readCursor } from "../../base/page.ts";
import { uploadIdOf } from "../../people/upload/address.ts";
import { readTicket, showMessage, showTicket } from "./show.ts";
import * as statements from "./statements.ts";
import { openTicket, writeMessage } from "./write.ts";

export const tickets = new Hono<ShopEnv>();

tickets.get("/", shopper, query(getTickets.query), async (c) => {
  const { limit, cursor } = c.var.query;
  const after = readCursor(cursor) ?? NEWEST;
  const results = await readAll(
    statements.findTickets(c.var.shop.db, c.var.userId, after, limit + 1),
  );
  const { page, nextCursor } = cutPage(results, limit, ({ updated_at: at, id }) => ({ at, id }));
  return c.json({ tickets: page.map(showTicket), nextCursor });
});

tickets.post("/", shopper, idempotencyKey, body(createTicket.body), async (c) => {
  const { shop, userId, idempotencyKey } = c.var;
  const { title, description, imageUrl, orderItemId = null, codeIds = null } = c.var.body;
  const outcome = await openTicket(shop, {
    // Not `randomId`, because the SMS provider rejects underscores.
    id: crypto.randomUUID(),
    userId,
    title,
    description,
    uploadId: imageUrl ? uploadIdOf(imageUrl) : null,
    orderItemId,
    codeIds,
    idempotencyKey,
  });
  if (outcome.kind === "refused") return refuse(c, outcome.refusal, outcome);
  return c.json({ message: "تیکت شما با موفقیت ثبت شد!", ticket: showTicket(outcome.row) });
});

tickets.get("/:id", shopper, query(getTicket.query), async (c) => {
  const { db } = c.var.shop;
  const row = await readFirst(statements.findTicket(db, c.var.userId, c.req.param("id")));
  if (!row) return refuse(c, ticketRefusals.ticketNotFound);
  return c.json({ ticket: await readTicket(db, row, c.var.query) });
});

tickets.put("/:id/close", shopper, async (c) => {
  const { db, now } = c.var.shop;
  const id = c.req.param("id");
  const closed = await readFirst(statements.closeTicket(db, c.var.userId, id, now()));
  if (closed) return c.json({ message: "تیکت با موفقیت بسته شد.", ticket: showTicket(closed) });
  const isThere = (await statements.findTicket(db, c.var.userId, id).first()) !== null;
  return refuse(c, isThere ? ticketRefusals.ticketClosed : ticketRefusals.ticketNotFound);
});

tickets.post("/:id/messages", shopper, idempotencyKey, body(replyToTicket.body), async (c) => {
  const { shop, userId, idempotencyKey } = c.var;
  const { content, imageUrl } = c.var.body;
  const outcome = await writeMessage(shop, {
    id: crypto.randomUUID(),
    ticketId: c.req.param("id"),
    userId,
    content,
    uploadId: imageUrl ? uploadIdOf(imageUrl) : null,
    idempotencyKey,
  });
  if (outcome.kind === "refused") return refuse(c, outcome.refusal, outcome);
  return c.json({ message: "پیام شما با موفقیت ارسال شد!", data: showMessage(outcome.row) });
});
