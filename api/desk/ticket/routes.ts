import { Hono } from "hono";
import {
  answerTicket,
  getDeskTicket,
  listDeskTickets,
  moveTicket,
} from "../../../contract/desk/ticket.ts";
import { ANSWER_SMS_MINUTES, ticketRefusals } from "../../../contract/ticket.ts";
import { runBatch, readFirst, readAll } from "../../base/batch.ts";
import { body, query, refuse } from "../../base/context.ts";
import { named } from "../../base/named.ts";
import { noteDecision, noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { type PersonColumns, showPerson, showWholePerson } from "../../base/person.ts";
import { queueMessageUnlessRecent } from "../../base/outbox.ts";
import { NEWEST, OLDEST, cutPage, readCursor } from "../../base/page.ts";
import { MINUTE_MS, toIso } from "../../base/time.ts";
import { findOpenings, showOpening } from "../../buying/code/openings.ts";
import { promiseOf } from "../promise/promises.ts";
import * as statements from "../../buying/ticket/answer-statements.ts";
import { aboutWords } from "../../buying/ticket/rules.ts";
import { readTicket, showTicket } from "../../buying/ticket/show.ts";
import type { TicketRow } from "../../buying/ticket/statements.ts";

type Row = TicketRow & PersonColumns & { waits_since: number | null };

export const deskTickets = new Hono<OperatorEnv>();

deskTickets.get("/", query(listDeskTickets.query), async (c) => {
  const { db } = c.var.shop;
  const { limit, cursor, status, personId } = c.var.query;
  const after = readCursor(cursor);
  const found =
    personId !== undefined
      ? statements.findTicketsOf(db, personId, after ?? NEWEST, limit + 1)
      : status === "all"
        ? statements.findAllTickets(db, after ?? NEWEST, limit + 1)
        : statements.findTickets(db, status, after ?? OLDEST, limit + 1);
  const { results } = await found.all<Row>();
  const { page, nextCursor } = cutPage(results, limit, ({ updated_at: at, id }) => ({ at, id }));
  return c.json({
    tickets: page.map((row) => ({ ...showTicket(row), person: showPerson(row) })),
    nextCursor,
  });
});

deskTickets.get("/:id", named("id"), query(getDeskTicket.query), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const row = await readFirst(statements.findTicket(db, c.var.name));
  if (!row) return refuse(c, ticketRefusals.ticketNotFound);
  await noteView({ db, operator, moment: now() }, "ticket", row.id).run();
  const ticket = await readTicket(db, row, c.var.query);
  const ids = ticket.codes.map(({ id }) => id);
  const openings = await readAll(findOpenings(db, row.order_item_id ?? ""));
  const codes = openings.filter(({ id }) => ids.includes(id)).map(showOpening);
  const isOwed = row.waits_since !== null && row.status !== "Closed";
  const dueAt = isOwed ? toIso(promiseOf("ticket", row.waits_since ?? 0).dueAt) : null;
  const about = aboutWords(
    ticket.orderItem,
    ticket.codes.map(({ position }) => position),
  );
  return c.json({
    ticket: { ...ticket, codes, person: showWholePerson(row, operator), aboutWords: about, dueAt },
  });
});

deskTickets.post("/:id/messages", named("id"), body(answerTicket.body), async (c) => {
  const { db, settings, now } = c.var.shop;
  const { operator } = c.var;
  const { content } = c.var.body;
  const row = await readFirst(statements.findTicket(db, c.var.name));
  if (!row) return refuse(c, ticketRefusals.ticketNotFound);
  const moment = now();
  const sms = {
    subject: `ticket:${row.id}`,
    userId: row.user_id,
    template: settings.SMS_TEMPLATE_TICKET_ANSWERED,
    token: row.id,
  };
  const isAnswered = await runBatch(db, [
    ...statements.moveTicket(db, row.id, "Owner Responded", moment),
    statements.insertAnswer(db, { ticketId: row.id, operator: operator.name, content }, moment),
    noteDecision({ db, operator, moment }, "ticket", row.id, "answered", {
      before: row.status,
      after: "Owner Responded",
    }),
    queueMessageUnlessRecent(db, sms, ANSWER_SMS_MINUTES * MINUTE_MS, moment),
  ]);
  return isAnswered
    ? c.json({ message: "پاسخ شما ثبت شد." })
    : refuse(c, ticketRefusals.ticketClosed);
});

deskTickets.put("/:id/status", named("id"), body(moveTicket.body), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const { status } = c.var.body;
  const row = await readFirst(statements.findTicket(db, c.var.name));
  if (!row) return refuse(c, ticketRefusals.ticketNotFound);
  const { id } = row;
  const moment = now();
  const isMoved = await runBatch(db, [
    ...statements.moveTicket(db, id, status, moment),
    noteDecision({ db, operator, moment }, "ticket", id, status, {
      before: row.status,
      after: status,
    }),
  ]);
  return isMoved
    ? c.json({ message: "وضعیت تیکت تغییر کرد." })
    : refuse(c, ticketRefusals.ticketClosed);
});
