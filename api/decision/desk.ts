import { Hono } from "hono";
import { listDecisions } from "../../contract/desk/decision.ts";
import { readTogether } from "../base/batch.ts";
import { query } from "../base/context.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { NEWEST, cutPage, readCursor } from "../base/page.ts";
import { DAY_MS } from "../base/time.ts";
import { type DecisionRow, type SumRow, findDecisions, sumDecisions } from "./statements.ts";

/** Days that are shown when nothing else is asked for. */
const SHOWN_DAYS = 7;

/** The log of the desk, for owners. */
export const deskDecisions = new Hono<OperatorEnv>();

deskDecisions.get("/", query(listDecisions.query), async (c) => {
  const { db, now } = c.var.shop;
  const { limit, cursor, operator = null, since } = c.var.query;
  const after = since === undefined ? now() - SHOWN_DAYS * DAY_MS : Date.parse(since);
  const before = readCursor(cursor);
  const [rows, sums] = await readTogether<[DecisionRow, SumRow]>(db, [
    findDecisions(db, { operator, after, before: before ?? NEWEST }, limit + 1),
    // The sums belong to the whole, so they come with its first page.
    sumDecisions(db, operator, before ? NEWEST.at : after),
  ]);
  const { page, nextCursor } = cutPage(rows, limit, ({ created_at: at, id }) => ({ at, id }));
  const decisions = page.map((row) => ({
    id: row.id,
    operator: row.operator,
    subject: row.subject,
    subjectId: row.subject_id,
    verdict: row.verdict,
    before: row.state_before,
    after: row.state_after,
    note: row.note,
    network: row.network,
    createdAt: new Date(row.created_at).toISOString(),
  }));
  return c.json({ decisions, nextCursor, days: sums.map(showSum) });
});

const showSum = ({ day, ...sum }: SumRow) => ({
  day: new Date(day * DAY_MS).toISOString().slice(0, 10),
  ...sum,
});
