import { Hono } from "hono";
import { listGivenUpMessages, sendMessagesAgain } from "../../../contract/desk/message.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { body, query } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { readPage } from "../../base/page.ts";
import { showPerson } from "../../base/person.ts";
import { queueAgain } from "../../base/outbox.ts";
import { findGivenUp } from "./statements.ts";
import { toIso } from "../../base/time.ts";

export const deskMessages = new Hono<OperatorEnv>();

deskMessages.get("/", query(listGivenUpMessages.query), async (c) => {
  const { page, nextCursor } = await readPage(c.var, findGivenUp, ({ given_up_at: at, id }) => ({
    at,
    id,
  }));
  const messages = page.map((row) => ({
    id: row.id,
    channel: row.channel,
    template: row.template,
    person: showPerson(row),
    givenUpAt: toIso(row.given_up_at),
  }));
  return c.json({ messages, nextCursor });
});

deskMessages.post("/again", body(sendMessagesAgain.body), async (c) => {
  const { db, now } = c.var.shop;
  const { since } = c.var.body;
  const moment = now();
  const [queued] = await db.batch([
    queueAgain(db, Date.parse(since), moment),
    noteDecision({ db, operator: c.var.operator, moment }, "message", since, "again"),
  ]);
  const count = queued?.meta.changes ?? 0;
  return c.json({ message: `${toPersianDigits(count)} پیام دوباره فرستاده می‌شود.`, count });
});
