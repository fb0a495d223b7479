import { type Statement } from "../../base/batch.ts";
import type { Currency } from "../../../persian/currency.ts";
import type { RateSource } from "../../../contract/desk/rate.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/time.ts";

export interface HourRow {
  currency: string;
  hour: number;
  toman: number;
}

export interface RateRow {
  currency: Currency;
  source: RateSource;
  per_dollar: string | null;
  toman: number | null;
  read_at: number | null;
  confirmed_toman: number | null;
  confirmed_by: string | null;
  confirmed_at: number | null;
  held_toman: number | null;
  held_at: number | null;
  trouble: "silent" | "unreadable" | "apart" | "far" | null;
  trouble_since: number | null;
  band_percent: number;
  automatic_by: string | null;
  made_with_toman: number | null;
  made_by: string | null;
  made_at: number | null;
  version: number;
}

const RATE = `currency, source, per_dollar, toman, read_at, confirmed_toman, confirmed_by, confirmed_at,
  held_toman, held_at, trouble, trouble_since, band_percent, automatic_by, made_with_toman, made_by,
  made_at, version`;

export const findRates = (db: D1Database): Statement<RateRow> =>
  db.prepare(`SELECT ${RATE} FROM rate`);
export const findRate = (db: D1Database, currency: string): Statement<RateRow> =>
  db.prepare(`SELECT ${RATE} FROM rate WHERE currency = ?1`).bind(currency);

export const findAutomaticRates = (db: D1Database): Statement<RateRow> =>
  db.prepare(`SELECT ${RATE} FROM rate WHERE automatic_by IS NOT NULL`);

/** Counts the products that follow each rate. */
export const countFollowers = (db: D1Database): Statement<{ currency: string; products: number }> =>
  db.prepare("SELECT currency, count(*) AS products FROM price_rule GROUP BY currency");

/** Days that a rate's chart shows, and the hours between two of its points. */
const LINE_DAYS = 7;
const LINE_STEP_HOURS = 6;

export const findHours = (db: D1Database, now: number): Statement<HourRow> =>
  db
    .prepare(
      `SELECT currency, max(hour) AS hour, toman FROM rate_hour
       WHERE currency IN (SELECT currency FROM rate) AND hour >= ?1
       GROUP BY currency, hour / ?2 ORDER BY currency, hour`,
    )
    .bind(Math.floor((now - LINE_DAYS * DAY_MS) / HOUR_MS), LINE_STEP_HOURS);

/**
 * Returns the rates whose source is due, and marks them as asked. Each source is asked at most once
 * a minute, even by concurrent runs.
 */
export const takeDueRates = (db: D1Database, now: number): Statement<RateRow> =>
  db
    .prepare(
      `UPDATE rate SET asked_at = ?1 WHERE source IN ('market', 'address') AND asked_at <= ?2
       RETURNING ${RATE}`,
    )
    .bind(now, now - MINUTE_MS);

/** Aborts when the rate is no longer as an operator saw it. */
export const claimVersion = (db: D1Database, currency: Currency, version: number) =>
  db
    .prepare(
      `INSERT INTO must SELECT 'the rate is as it was seen',
         (SELECT version FROM rate WHERE currency = ?1) = ?2`,
    )
    .bind(currency, version);

type Read = Pick<RateRow, "currency" | "version">;

/** Notes a good reading, unless an operator changed the rate meanwhile. */
export const noteGood = (db: D1Database, { currency, version }: Read, toman: number, now: number) =>
  db
    .prepare(
      `UPDATE rate SET toman = ?3, read_at = ?4, held_toman = NULL, held_at = NULL, trouble = NULL,
         trouble_since = NULL WHERE currency = ?1 AND version = ?2`,
    )
    .bind(currency, version, toman, now);

/**
 * Stores a reading beyond the band until an operator decides. The last good rate stays in force.
 */
export const noteHeld = (db: D1Database, { currency, version }: Read, toman: number, now: number) =>
  db
    .prepare(
      `UPDATE rate SET held_toman = ?3, held_at = ?4, trouble = NULL, trouble_since = NULL
       WHERE currency = ?1 AND version = ?2`,
    )
    .bind(currency, version, toman, now);

export const noteTrouble = (
  db: D1Database,
  { currency, version }: Read,
  trouble: NonNullable<RateRow["trouble"]>,
  now: number,
) =>
  db
    .prepare(
      `UPDATE rate SET trouble = ?3, trouble_since = coalesce(trouble_since, ?4)
       WHERE currency = ?1 AND version = ?2`,
    )
    .bind(currency, version, trouble, now);

/**
 * Updates the rates that are computed from the dollar, and the hourly value of every rate read just
 * now.
 */
export const followDollar = (db: D1Database, now: number) => [
  db.prepare(
    `UPDATE rate SET (toman, read_at) = (
       SELECT max(1, CAST(round(dollar.toman / CAST(rate.per_dollar AS REAL)) AS INTEGER)),
         dollar.read_at
       FROM rate dollar WHERE dollar.currency = 'USD')
     WHERE source = 'dollar'
       AND EXISTS (SELECT 1 FROM rate dollar WHERE dollar.currency = 'USD' AND dollar.toman > 0)`,
  ),
  db
    .prepare(
      `INSERT INTO rate_hour (currency, hour, toman)
       SELECT currency, ?2, toman FROM rate WHERE read_at = ?1
       ON CONFLICT DO UPDATE SET toman = excluded.toman WHERE toman <> excluded.toman`,
    )
    .bind(now, Math.floor(now / HOUR_MS)),
];

interface RateChange {
  currency: Currency;
  source: RateSource;
  perDollar: string | null;
  bandPercent: number;
  /**
   * The rate that the operator entered, or that is computed from the dollar; null leaves the rate
   * as it is.
   */
  toman: number | null;
}

/**
 * Changes the source of a rate. A rate entered by hand is confirmed by the operator who entered it.
 */
export const changeRate = (
  db: D1Database,
  { currency, source, perDollar, bandPercent, toman }: RateChange,
  operator: string,
  now: number,
) => [
  db
    .prepare(
      `UPDATE rate SET source = ?2, per_dollar = ?3, band_percent = ?4, held_toman = NULL,
         held_at = NULL, trouble = NULL, trouble_since = NULL, asked_at = 0,
         version = version + 1 WHERE currency = ?1`,
    )
    .bind(currency, source, perDollar, bandPercent),
  ...(toman === null ? [] : [confirm(db, currency, toman, operator, now)]),
  ...followDollar(db, now),
];

/** Confirms the held rate, if it is the one that the operator saw. */
export const confirmHeld = (
  db: D1Database,
  currency: Currency,
  toman: number,
  operator: string,
  now: number,
) => [
  db
    .prepare(
      `INSERT INTO must SELECT 'this rate waits',
         (SELECT held_toman FROM rate WHERE currency = ?1) = ?2`,
    )
    .bind(currency, toman),
  db
    .prepare(
      `UPDATE rate SET held_toman = NULL, held_at = NULL, trouble = NULL, trouble_since = NULL,
         version = version + 1 WHERE currency = ?1`,
    )
    .bind(currency),
  confirm(db, currency, toman, operator, now),
  ...followDollar(db, now),
];

const confirm = (
  db: D1Database,
  currency: Currency,
  toman: number,
  operator: string,
  now: number,
) =>
  db
    .prepare(
      `UPDATE rate SET toman = ?2, read_at = ?4, confirmed_toman = ?2, confirmed_by = ?3,
         confirmed_at = ?4 WHERE currency = ?1`,
    )
    .bind(currency, toman, operator, now);

/**
 * Lets prices follow the rate automatically, in the name of `owner`; when `owner` is null, stops
 * this.
 */
export const setAutomatic = (db: D1Database, currency: Currency, owner: string | null) =>
  db
    .prepare("UPDATE rate SET automatic_by = ?2, version = version + 1 WHERE currency = ?1")
    .bind(currency, owner);

/** SQL text: ends automatic prices for all rates for which operator ?1 allowed them. */
export const END_AUTOMATIC_RATES =
  "UPDATE rate SET automatic_by = NULL, version = version + 1 WHERE automatic_by = ?1";
