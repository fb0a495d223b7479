import { Hono } from "hono";
import type { z } from "zod";
import {
  EXPORTED_LINES_MAX,
  exportDecisions,
  listDecisions,
} from "../../../contract/desk/decision.ts";
import { mayReadCost } from "../../../contract/desk/caller.ts";
import { startOfPersian } from "../../../persian/calendar.ts";
import { readTogether, readAll } from "../../base/batch.ts";
import { query } from "../../base/context.ts";
import { isState } from "../../../persian/desk-words.ts";
import { writeCsv } from "../../../persian/write-csv.ts";
import { noteView } from "../../base/decisions.ts";
import type { Operator, OperatorEnv } from "../../base/operator.ts";
import { NEWEST, byCreation, cutPage, readCursor } from "../../base/page.ts";
import { DAY_MS, toIso } from "../../base/time.ts";
import {
  type SeenRow,
  type SumRow,
  type LogFilter,
  findDecisions,
  sumDecisions,
} from "./statements.ts";

/** Days that are shown when the request names no start. */
const SHOWN_DAYS = 7;
/** The most lines that one call, or one export, reads in order to find those that match. */
const SEEN_MAX = 500;
const EXPORT_SEEN_MAX = 100_000;

/** The log of the desk: unmasked for owners, masked for others who have its area. */
export const deskDecisions = new Hono<OperatorEnv>();

deskDecisions.get("/", query(listDecisions.query), async (c) => {
  const { db, now } = c.var.shop;
  const { limit, cursor } = c.var.query;
  const { requested, end } = readWanted(c.var.query, now());
  const before = readCursor(cursor);
  // The sums count all matching lines, so they are answered with the first page.
  const isSummed = c.var.query.sums !== undefined && before === null;
  const [found, sums = []] = (await readTogether(db, [
    findDecisions(db, requested, before ?? end, { limit: limit + 1, seen: SEEN_MAX }),
    ...(isSummed ? [sumDecisions(db, requested, end.at)] : []),
  ])) as [SeenRow[], SumRow[]?];
  const [first] = found;
  const rows = found.filter(({ id }) => id !== null);
  const { page, nextCursor } = cutPage(rows, limit, byCreation);
  const seenTo = first?.last_id != null ? `${String(first.last_at)}~${first.last_id}` : null;
  const decisions = page
    .map(maskFor(c.var.operator))
    .map((row) => ({
      id: row.id,
      operator: row.operator,
      subject: row.subject,
      subjectId: row.subject_id,
      verdict: row.verdict,
      before: row.state_before,
      after: row.state_after,
      note: row.note,
      network: row.network,
      createdAt: toIso(row.created_at),
    }));
  return c.json({ decisions, nextCursor: nextCursor ?? seenTo, days: sums.map(showSum) });
});

deskDecisions.get("/export", query(exportDecisions.query), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const moment = now();
  const { requested, end } = readWanted(c.var.query, moment);
  await noteView({ db, operator, moment }, "list", exportDecisions.path).run();
  const wide = { limit: EXPORTED_LINES_MAX + 1, seen: EXPORT_SEEN_MAX };
  const found = await readAll(findDecisions(db, requested, end, wide));
  const results = found.filter(({ id }) => id !== null);
  const lines = results
    .slice(0, EXPORTED_LINES_MAX)
    .map(maskFor(operator))
    .map((row) => [
      toIso(row.created_at),
      row.operator,
      row.subject,
      row.subject_id,
      row.verdict,
      row.state_before ?? "",
      row.state_after ?? "",
      row.note ?? "",
      row.network,
    ]);
  return c.json({
    name: `decisions-${new Date(moment).toISOString().slice(0, 10)}.csv`,
    text: writeCsv([HEADS, ...lines], { hasDates: true }),
    isWhole: results.length <= EXPORTED_LINES_MAX && found[0]?.last_id == null,
  });
});

/**
 * Returns a function that masks a line for everybody but owners. It removes the note and the
 * network. The states before and after may contain a name, an address or a cost. Therefore it also
 * removes unknown states, and removes numbers unless the operator may see costs.
 */
function maskFor(operator: Operator) {
  const mask = (state: string | null) =>
    state !== null && (isState(state) || (/^\d+$/.test(state) && mayReadCost(operator)))
      ? state
      : null;
  return (row: SeenRow): SeenRow =>
    operator.role === "owner"
      ? row
      : {
          ...row,
          note: null,
          network: "",
          state_before: mask(row.state_before),
          state_after: mask(row.state_after),
        };
}

const HEADS = "time,operator,subject,id,verdict,before,after,note,network".split(",");

function readWanted(
  query: z.output<typeof exportDecisions.query>,
  now: number,
): { requested: LogFilter; end: typeof NEWEST } {
  const { operator = null, subject = null, verdict = null, about = "" } = query;
  const begin =
    query.from === undefined ? Date.parse(query.since ?? "") : startOfPersian(query.from);
  const last = query.to === undefined ? Date.parse(query.until ?? "") : startOfPersian(query.to);
  const after = Number.isNaN(begin) ? now - SHOWN_DAYS * DAY_MS : begin;
  const end = Number.isNaN(last) ? NEWEST : { at: last + DAY_MS, id: "" };
  return { requested: { operator, subject, verdict, about, after }, end };
}

const showSum = ({ day, ...sum }: SumRow) => ({
  day: new Date(day * DAY_MS).toISOString().slice(0, 10),
  ...sum,
});
