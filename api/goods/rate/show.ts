import type { Rate } from "../../../contract/desk/rate.ts";
import { CURRENCIES } from "../../../persian/currency.ts";
import { readTogether } from "../../base/batch.ts";
import { HOUR_MS, toIso } from "../../base/time.ts";
import { isOldRate } from "./rules.ts";
import * as statements from "./statements.ts";

/** Reads all rates as the desk sees them, the dollar first. */
export async function readAllRates(db: D1Database, now: number): Promise<Rate[]> {
  const [rows, followers, hours] = await readTogether(db, [
    statements.findRates(db),
    statements.countFollowers(db),
    statements.findHours(db, now),
  ]);
  return rows
    .toSorted((a, b) => CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency))
    .map((row) => ({
      ...showRate(row, now),
      products: followers.find(({ currency }) => currency === row.currency)?.products ?? 0,
      hours: hours
        .filter(({ currency }) => currency === row.currency)
        .map(({ hour, toman }) => ({ at: toIso(hour * HOUR_MS), toman })),
    }));
}

const time = (at: number) => toIso(at);

function showRate(row: statements.RateRow, now: number): Omit<Rate, "products" | "hours"> {
  const { confirmed_toman: confirmed, held_toman: held, made_with_toman: made } = row;
  return {
    currency: row.currency,
    source: row.source,
    perDollar: row.per_dollar,
    toman: row.toman,
    readAt: row.read_at === null ? null : time(row.read_at),
    isOld: row.read_at !== null && isOldRate(row.source, row.read_at, now),
    confirmed:
      confirmed === null
        ? null
        : { toman: confirmed, by: row.confirmed_by ?? "", at: time(row.confirmed_at ?? 0) },
    held: held === null ? null : { toman: held, at: time(row.held_at ?? 0) },
    trouble: row.trouble,
    troubleSince: row.trouble_since === null ? null : time(row.trouble_since),
    bandPercent: row.band_percent,
    automaticBy: row.automatic_by,
    madeWith: made === null ? null : { toman: made, at: time(row.made_at ?? 0), by: row.made_by },
    version: row.version,
  };
}
