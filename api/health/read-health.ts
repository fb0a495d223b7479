import { LATE_MINUTES } from "../../contract/health.ts";
import packageJson from "../../package.json" with { type: "json" };
import { type ClosureRow, findClosure, showDeskClosure } from "../base/closure.ts";
import type { Shop } from "../base/context.ts";
import { type ServerRow, findServer, troublesOf } from "../base/server-state.ts";
import { DAY_MS, MINUTE_MS, toIsoOrNull } from "../base/time.ts";
import { type DemoRow, findDemo } from "../desk/figures/statements.ts";
import { findOldestDue } from "../buying/payment/due-statements.ts";
import { type RateRow, findRate } from "../goods/rate/statements.ts";
import { everyJob } from "../jobs.ts";

interface DueRow {
  oldest: number | null;
}

/**
 * Reads whether the jobs work without delay, and the numbers that show it. Throws when the database
 * is down.
 */
export async function readHealth({ db, now }: Shop) {
  const moment = now();
  const answers = await db.batch([
    db.prepare("SELECT name, last_ok_at FROM job_run"),
    findOldestDue(db, moment),
    db
      .prepare(
        `SELECT min(oldest) AS oldest FROM (
           SELECT min(next_attempt_at) AS oldest FROM outbox
           WHERE channel = 'sms' AND next_attempt_at <= ?1
           UNION ALL SELECT min(next_attempt_at) FROM outbox
           WHERE channel = 'email' AND next_attempt_at <= ?1)`,
      )
      .bind(moment),
    db.prepare("SELECT count(*) AS count FROM outbox WHERE given_up_at > ?1").bind(moment - DAY_MS),
    db.prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1"),
    db.prepare(
      "SELECT count(*) AS count FROM alert_channel WHERE ended_at IS NULL AND trouble IS NOT NULL",
    ),
    findRate(db, "USD"),
    findDemo(db),
    findClosure(db, moment),
    findServer(db),
  ]);
  const [runs, payment, message, givenUp, migration, channels, rates, demo, closures, servers] =
    answers.map(({ results }) => results) as [
      { name: string; last_ok_at: number }[],
      DueRow[],
      DueRow[],
      { count: number }[],
      { name: string }[],
      { count: number }[],
      RateRow[],
      DemoRow[],
      ClosureRow[],
      ServerRow[],
    ];
  const jobs = everyJob.map((name) => ({
    name,
    lastOkAt: runs.find((run) => run.name === name)?.last_ok_at ?? null,
  }));
  const dueAt = [payment[0]?.oldest ?? null, message[0]?.oldest ?? null] as const;
  const lateSince = moment - LATE_MINUTES * MINUTE_MS;
  const isLate =
    jobs.some(({ lastOkAt }) => (lastOkAt ?? 0) < lateSince) ||
    dueAt.some((at) => at !== null && at < lateSince);
  const secondsSince = (at: number | null) =>
    at === null ? null : Math.floor((moment - at) / 1_000);
  return {
    status: isLate ? ("late" as const) : ("ok" as const),
    version: packageJson.version,
    migration: migration[0]?.name ?? "",
    databaseBytes: answers[0]?.meta.size_after ?? 0,
    jobs: jobs.map(({ name, lastOkAt }) => ({ name, lastOkAt: toIsoOrNull(lastOkAt) })),
    oldestDuePaymentSeconds: secondsSince(dueAt[0]),
    oldestDueMessageSeconds: secondsSince(dueAt[1]),
    messagesGivenUp: givenUp[0]?.count ?? 0,
    alertChannelsInTrouble: channels[0]?.count ?? 0,
    dollar: showDollar(rates[0]),
    closure: closures[0] ? showDeskClosure(closures[0]) : null,
    server: servers[0] ? showServer(servers[0], moment) : null,
    isDemo: demo[0]?.is_demo === 1,
  };
}

const showServer = (row: ServerRow, now: number) => ({
  copiedAt: toIsoOrNull(row.copied_at),
  provenAt: toIsoOrNull(row.proven_at),
  findings: row.findings,
  certificateEndsAt: toIsoOrNull(row.certificate_ends_at),
  isTrouble: troublesOf(row, now).length > 0,
});

const showDollar = (rate: RateRow | undefined) =>
  rate?.toman ? { toman: rate.toman, madeWithToman: rate.made_with_toman } : null;
