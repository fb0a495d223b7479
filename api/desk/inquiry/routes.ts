import { Hono } from "hono";
import { startOfDay, tehranDay } from "../../../persian/calendar.ts";
import { readTogether } from "../../base/batch.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { readCount, windowStart } from "../../base/rate-limit.ts";
import { DAY_MS, toIso } from "../../base/time.ts";
import { canApprove } from "../../people/inquiry/rules.ts";
import { type EndingRow, countEndings } from "../../people/inquiry/statements.ts";

/**
 * Shows owners which facts the provider of inquiries can tell, the limits, and the counts of
 * results. Section 10.38.
 */
export const deskInquiries = new Hono<OperatorEnv>();

/** For each sum, the results of inquiries that are counted in it. */
const SUMS = {
  approved: ["approved"],
  doubtful: ["no", "name", "partly", "doubt"],
  failed: ["silent", "ceiling", "unreadable"],
  decided: ["decided"],
} as const satisfies Record<string, readonly EndingRow["ending"][]>;

deskInquiries.get("/", async (c) => {
  const { db, settings, inquiries, now } = c.var.shop;
  const today = tehranDay(now());
  const [endings, [questions]] = await readTogether(db, [
    countEndings(db, startOfDay(today - 6), startOfDay(today)),
    readCount(db, "inquiry question", "all", now(), DAY_MS),
  ]);
  const sumsOf = (span: "today" | "week") => {
    const sum = (of: readonly string[]) =>
      endings
        .filter(({ ending }) => of.includes(ending))
        .reduce((total, row) => total + row[span], 0);
    return {
      approved: sum(SUMS.approved),
      doubtful: sum(SUMS.doubtful),
      failed: sum(SUMS.failed),
      decided: sum(SUMS.decided),
    };
  };
  return c.json({
    provider: inquiries.name,
    facts: inquiries.facts,
    canApprove: canApprove(inquiries.facts),
    origin: settings.INQUIRY_ORIGIN,
    hasToken: settings.INQUIRY_TOKEN !== undefined,
    perPersonDay: settings.INQUIRIES_PER_PERSON_DAY,
    questionsPerDay: settings.INQUIRY_QUESTIONS_PER_DAY,
    questionsToday: Math.min(questions?.count ?? 0, settings.INQUIRY_QUESTIONS_PER_DAY),
    questionsAnewAt: toIso(windowStart(now(), DAY_MS) + DAY_MS),
    waiting: endings.find(({ ending }) => ending === "due")?.week ?? 0,
    today: sumsOf("today"),
    week: sumsOf("week"),
  });
});
