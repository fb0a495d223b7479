import { readAll } from "../../base/batch.ts";
import { Hono } from "hono";
import { adoptPayment, listPayments, listStrayPayments } from "../../../contract/desk/payment.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { type PersianDate, dayOf, readPersian, startOfDay } from "../../../persian/calendar.ts";
import { body, query, refuse } from "../../base/context.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { NEWEST, byCreation, cutPage, readCursor, readPage } from "../../base/page.ts";
import { DAY_MS, toIso } from "../../base/time.ts";
import { findOtherHand } from "../queue/other-hand.ts";
import { adopt } from "./adopt.ts";
import { findMovements, showMovement } from "./flow.ts";
import { findStrays } from "../../buying/payment/stray-statements.ts";

export const deskFlow = new Hono<OperatorEnv>();

deskFlow.get("/", query(listPayments.query), async (c) => {
  const { limit, cursor, kind, from, to } = c.var.query;
  const since = from === undefined ? 0 : startOf(from);
  const end = to === undefined ? NEWEST : { at: startOf(to) + DAY_MS, id: "" };
  const results = await readAll(
    findMovements(c.var.shop.db, { kind, since }, readCursor(cursor) ?? end, limit + 1),
  );
  const { page, nextCursor } = cutPage(results, limit, byCreation);
  return c.json({ movements: page.map(showMovement), nextCursor });
});

/** Returns the start of a date like 1405-08-27 (UTC milliseconds). */
const startOf = (date: string) => startOfDay(dayOf(readPersian(date) as PersianDate));

export const deskStrayPayments = new Hono<OperatorEnv>();

deskStrayPayments.get("/", query(listStrayPayments.query), async (c) => {
  const { page, nextCursor } = await readPage(
    c.var,
    findStrays,
    ({ first_seen_at: at, authority: id }) => ({ at, id }),
  );
  const strayPayments = page.map((row) => ({
    authority: row.authority,
    amount: row.amount_toman,
    firstSeenAt: toIso(row.first_seen_at),
    lastSeenAt: toIso(row.last_seen_at),
  }));
  return c.json({ strayPayments, nextCursor });
});

deskStrayPayments.post("/", body(adoptPayment.body), async (c) => {
  const { shop, operator, body } = c.var;
  const stray = { kind: "stray_payment", id: body.authority } as const;
  const other = await findOtherHand(shop, stray, operator);
  if (other !== null) return refuse(c, deskRefusals.heldByOther, { details: other });
  const refusal = await adopt(shop, body, operator);
  return refusal === null
    ? c.json({ message: "این پرداخت به کیف پول شخص افزوده شد." })
    : refuse(c, refusal);
});
