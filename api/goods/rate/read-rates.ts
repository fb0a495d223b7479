import { readAll } from "../../base/batch.ts";
import { RATE_MAX_TOMAN } from "../../../contract/desk/rate.ts";
import type { Shop } from "../../base/context.ts";
import { type Reading, judgeMarkets, judgeReading } from "./rules.ts";
import * as statements from "./statements.ts";

/**
 * Asks the sources of the rates that are due. When the answer is bad or missing, the last good rate
 * stays in force, and the row stores when the trouble began.
 */
export async function readRates({ db, rates, now }: Shop): Promise<void> {
  const moment = now();
  const due = await readAll(statements.takeDueRates(db, moment));
  if (due.length === 0) return;
  const asks = (source: statements.RateRow["source"]) => due.some((row) => row.source === source);
  const [books, address] = await Promise.all([
    asks("market") ? rates.readMarkets() : [],
    asks("address") ? (rates.readAddress?.() ?? null) : null,
  ]);
  const readAt = now();
  const said = (row: statements.RateRow): Reading => {
    if (row.source === "market") return judgeMarkets(books, readAt);
    const toman = address?.[row.currency];
    if (toman !== undefined) return { toman };
    return { trouble: address === null ? "silent" : "unreadable" };
  };
  await db.batch([
    ...due.map((row) => note(db, row, said(row), readAt)),
    ...statements.followDollar(db, readAt),
  ]);
}

function note(
  db: D1Database,
  row: statements.RateRow,
  reading: Reading,
  now: number,
): D1PreparedStatement {
  if ("trouble" in reading) return statements.noteTrouble(db, row, reading.trouble, now);
  const toman = Math.round(reading.toman);
  if (toman < 1 || toman > RATE_MAX_TOMAN)
    return statements.noteTrouble(db, row, "unreadable", now);
  const judged = judgeReading(toman, {
    toman: row.toman,
    confirmedToman: row.confirmed_toman,
    bandPercent: row.band_percent,
  });
  if (judged.kind === "trouble") return statements.noteTrouble(db, row, judged.trouble, now);
  return judged.kind === "good"
    ? statements.noteGood(db, row, judged.toman, now)
    : statements.noteHeld(db, row, judged.toman, now);
}
