import { Hono } from "hono";
import {
  closeDay,
  closingRefusals,
  getClosing,
  listClosings,
} from "../../../contract/desk/closing.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { refusals } from "../../../contract/endpoint.ts";
import {
  type PersianDate,
  dayOf,
  readPersian,
  tehranDay,
  writePersian,
} from "../../../persian/calendar.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { body, query, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { periodOf } from "../figures/period.ts";
import { isOver, readDay, readDays } from "./read-closing.ts";
import * as statements from "./statements.ts";

/** The number of past days that are checked for days that are not closed yet. */
const WATCHED_DAYS = 30;
const RECENT_DAYS = 6;

export const deskClosings = new Hono<OperatorEnv>();

deskClosings.get("/", query(listClosings.query), async (c) => {
  const { shop, query } = c.var;
  const today = tehranDay(shop.now());
  // On the first day of a month, the days to close are those of the month before.
  const month = query.month ?? writePersian(today - 1).slice(0, "1405-09".length);
  const { name, title, previous, next, from, to } = periodOf({ month }, today);
  const first = await readFirst(statements.findFirstDay(shop.db));
  const began = first?.first ?? today;
  const [days, watched] = await Promise.all([
    readDays(shop, Math.max(from, began), to),
    readDays(shop, Math.max(today - WATCHED_DAYS, began), today),
  ]);
  const openDays = watched.filter(({ state }) => state === "over").length;
  const recent = watched.slice(0, RECENT_DAYS);
  return c.json({ month: name, title, previous, next, days, recent, openDays });
});

deskClosings.get("/day", query(getClosing.query), async (c) => {
  const { shop, query } = c.var;
  const day = query.day === undefined ? tehranDay(shop.now()) : dayNumber(query.day);
  const closing = day === null ? null : await readDay(shop, day);
  return closing ? c.json({ closing }) : refuse(c, refusals.notFound);
});

deskClosings.post("/", body(closeDay.body), async (c) => {
  const { shop, operator, body } = c.var;
  const day = dayNumber(body.day);
  const seen = day === null ? null : await readDay(shop, day);
  if (day === null || seen === null) return refuse(c, refusals.notFound);
  if (seen.state === "closed") return refuse(c, deskRefusals.decided);
  if (!isOver(day, shop.now())) return refuse(c, closingRefusals.notOver);
  if (seen.isGatewaySilent) return refuse(c, closingRefusals.gatewaySilent);
  const gateway = body.gatewayAmount ?? seen.gateway;
  const difference = gateway - seen.ledger;
  if (difference !== body.difference) return refuse(c, closingRefusals.differenceChanged);
  if (difference !== 0 && body.note === undefined) return refuse(c, closingRefusals.noteNeeded);
  const { taken, returned, rows, gatewayHeardAt } = seen;
  const isFromPanel = body.gatewayAmount !== undefined;
  const note = body.note ?? null;
  const moment = shop.now();
  const report = JSON.stringify({ rows, isFromPanel, gatewayHeardAt });
  const isClosed = await runBatch(shop.db, [
    ...statements.closeDay(
      shop.db,
      { day, taken, returned, gateway, note, report, operator: operator.name },
      moment,
    ),
    noteDecision({ db: shop.db, operator, moment }, "closing", body.day, "closed", {
      note,
      after: String(difference),
    }),
  ]);
  const closing = await readDay(shop, day);
  if (!isClosed || !closing)
    return refuse(c, closing?.state === "closed" ? deskRefusals.decided : refusals.unavailable);
  return c.json({ closing, message: `${closing.title} بسته شد و دیگر تغییر نمی‌کند.` });
});

/** Returns the number of a whole date like 1405-08-27, else null. */
function dayNumber(text: string): number | null {
  const date = readPersian(text);
  return date?.day === undefined ? null : dayOf(date as PersianDate);
}
