import { LATE_MINUTES } from "../../../contract/health.ts";
import type { RateRow } from "../../goods/rate/statements.ts";
import { type Statement, readTogether } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { findServer, troublesOf } from "../../base/server-state.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";
import { findOldestDue } from "../../buying/payment/due-statements.ts";
import { readPromises } from "../queue/read-queue.ts";
import { isOldRate } from "../../goods/rate/rules.ts";
import { findRiskyActions } from "./operators.ts";
import { type AlertKind, type Crossing, crossingsOf } from "./rules.ts";

/** When a payment could not be checked for this long, the gateway counts as not answering. */
const GATEWAY_SILENT_MS = 5 * MINUTE_MS;
/** Each of these sizes of the database causes an alert; in percent of the maximum size. */
const SIZE_STEPS = [60, 80, 95];

/** Kinds of the queue in which an operator must find out where the money is. */
const MONEY: ReadonlySet<string> = new Set(["payment", "refund", "stray_payment"]);

/** Finds everything of the watched kinds that is beyond its threshold now. */
export async function findCrossings(
  shop: Shop,
  watched: readonly AlertKind[],
): Promise<Crossing[]> {
  const { db, settings, now } = shop;
  const moment = now();
  const [promises, size, [due, jobs, rates, stock, suppliers, riskyActions, troubles, server]] =
    await Promise.all([
      readPromises(shop),
      readSize(db),
      readTogether(db, [
        findOldestDue(db, moment),
        findLateJobs(db, moment - LATE_MINUTES * MINUTE_MS),
        findFollowedRates(db),
        findLowShelves(db),
        findPoorSuppliers(db),
        findRiskyActions(db, settings.OPENED_PER_OPERATOR_HOUR, moment),
        findTroubles(db, moment - DAY_MS),
        findServer(db),
      ]),
    ]);
  const oldest = due[0]?.oldest ?? null;
  const found: Crossing[] = [
    ...promises.flatMap((thing) => crossingsOf(thing, moment)),
    ...promises
      .filter(({ kind }) => MONEY.has(kind))
      .map(({ id }) => ({ kind: "review" as const, subject: id })),
    ...(oldest !== null && moment - oldest >= GATEWAY_SILENT_MS
      ? [{ kind: "gateway" as const, subject: "gateway" }]
      : []),
    ...SIZE_STEPS.filter((percent) => size * 100 >= percent * settings.DATABASE_MAX_BYTES).map(
      (percent) => ({ kind: "database" as const, subject: String(percent) }),
    ),
    ...troubles,
    ...stock.map(({ product_id: subject }) => ({ kind: "stock" as const, subject })),
    ...suppliers.map(({ name }) => ({ kind: "supplier" as const, subject: name })),
    ...riskyActions.map(({ subject }) => ({ kind: "operators" as const, subject })),
    ...server
      .flatMap((row) => troublesOf(row, moment))
      .map((subject) => ({ kind: "server" as const, subject })),
    ...jobs.map(({ name }) => ({ kind: "jobs" as const, subject: name })),
    ...rates
      .filter(
        ({ source, read_at: readAt, held_at: heldAt, trouble }) =>
          heldAt !== null ||
          trouble !== null ||
          (readAt !== null && isOldRate(source, readAt, moment)),
      )
      .map(({ currency }) => ({ kind: "rate" as const, subject: currency })),
  ];
  return found.filter(({ kind }) => watched.includes(kind));
}

/** Returns the size of the database in bytes. */
async function readSize(db: D1Database): Promise<number> {
  return (await db.prepare("SELECT 1").run()).meta.size_after;
}

/** Finds late jobs, except the one that is looking for them now. */
const findLateJobs = (db: D1Database, before: number): Statement<{ name: string }> =>
  db.prepare("SELECT name FROM job_run WHERE last_ok_at < ?1 AND name <> 'alerts'").bind(before);

/**
 * Finds what else went wrong since a time: half of a day's sign-in codes were sent (section 4.1),
 * messages were given up, and encrypted texts do not open.
 */
const findTroubles = (db: D1Database, since: number): Statement<Crossing> =>
  db
    .prepare(
      `SELECT 'siege' AS kind, who AS subject FROM rate_limit
       WHERE kind = 'siege' AND window_start > ?1
       UNION ALL SELECT 'messages', channel FROM outbox WHERE given_up_at > ?1 GROUP BY channel
       UNION ALL SELECT 'seals', place FROM unopenable_seal GROUP BY place`,
    )
    .bind(since);

/** Finds the exchange rates from which prices are computed. */
const findFollowedRates = (
  db: D1Database,
): Statement<Pick<RateRow, "currency" | "source" | "read_at" | "held_at" | "trouble">> =>
  db.prepare(
    `SELECT currency, source, read_at, held_at, trouble FROM rate
     WHERE EXISTS (SELECT 1 FROM price_rule WHERE price_rule.currency = rate.currency)`,
  );

const findLowShelves = (db: D1Database): Statement<{ product_id: string }> =>
  db.prepare("SELECT product_id FROM stock_watch WHERE low_since IS NOT NULL");

const findPoorSuppliers = (db: D1Database): Statement<{ name: string }> =>
  db.prepare("SELECT name FROM supplier WHERE balance_micros < low_micros");
