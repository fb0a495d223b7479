import { minuteOfDay } from "../../../persian/calendar.ts";
import { formatClock } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";

/** Kinds of alerts in the order in which a message tells them. Section 10.35. */
export const ALERT_WORDS = {
  review: "پول نیازمند بررسی",
  gateway: "درگاه پرداخت پاسخ نمی‌دهد",
  operators: "کار بزرگ یک کارمند",
  promise_most: "قول نزدیک به پایان یا گذشته",
  promise_half: "نیمی از قول گذشت",
  stock: "موجودی کالا رو به پایان",
  supplier: "مانده نزد تأمین‌کننده کم است",
  rate: "نرخ ارز نیازمند نگاه",
  jobs: "کارهای خودکار عقب مانده‌اند",
} as const;
export type AlertKind = keyof typeof ALERT_WORDS;

/** The id of a thing that crossed the threshold of a kind. */
export interface Crossing {
  kind: AlertKind;
  subject: string;
}

/** Kinds that every channel is told about. */
const URGENT: ReadonlySet<AlertKind> = new Set(["review", "gateway", "operators", "promise_most"]);
/** Kinds where waiting causes a loss, so they are told at night too. */
const NIGHTLY: ReadonlySet<AlertKind> = new Set(["review", "gateway", "operators"]);
const QUIET_UNTIL_HOUR = 8;

/** True from midnight to eight in Tehran, at a time in UTC milliseconds. */
const isQuiet = (now: number): boolean => hourAt(now) < QUIET_UNTIL_HOUR;

const hourAt = (now: number): number => Math.floor(minuteOfDay(now) / 60);

/** Hours in Tehran, from the first to the second; past midnight when the second is smaller. */
export interface Hours {
  from: number;
  until: number;
}

/**
 * True when a channel is also told alerts that can wait, at a time in UTC milliseconds: it wants
 * all alerts, the time is within its hours, and it is not night.
 */
export function hearsAll(
  { wants, hours }: { wants: "all" | "urgent"; hours: Hours | null },
  now: number,
): boolean {
  if (wants === "urgent" || isQuiet(now)) return false;
  if (hours === null) return true;
  const hour = hourAt(now);
  const { from, until } = hours;
  return from < until ? from <= hour && hour < until : from <= hour || hour < until;
}

export const isUrgent = (kind: AlertKind): boolean => URGENT.has(kind);

/**
 * Kinds that are checked at a time in UTC milliseconds; from midnight to eight, only nightly ones.
 */
export function watchedAt(now: number): AlertKind[] {
  const kinds = Object.keys(ALERT_WORDS) as AlertKind[];
  return isQuiet(now) ? kinds.filter((kind) => NIGHTLY.has(kind)) : kinds;
}

/** Returns a crossing when half or most of the time of a promise has passed. */
export function crossingsOf(
  thing: { id: string; startsAt: number; dueAt: number },
  now: number,
): Crossing[] {
  const share = (now - thing.startsAt) / (thing.dueAt - thing.startsAt);
  const subject = thing.id;
  if (share >= 0.8) return [{ kind: "promise_most", subject }];
  return share >= 0.5 ? [{ kind: "promise_half", subject }] : [];
}

/**
 * Writes one message about many alerts, with kinds and counts, the time and a link, but without
 * names, phones or codes. `id` shows whether a message was delivered twice.
 */
export function writeAlert(
  kinds: readonly AlertKind[],
  { link, id, now }: { link: string; id: string; now: number },
): string {
  const counted = (Object.keys(ALERT_WORDS) as AlertKind[]).flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 0 ? [] : [`• ${ALERT_WORDS[kind]}: ${toPersianDigits(count)}`];
  });
  return [`میز کار، ${formatClock(now)}`, ...counted, link, `\u2068${id}\u2069`].join("\n");
}
