import { minuteOfDay } from "../../../persian/calendar.ts";
import { formatClock } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";

/** Kinds of alerts in the order in which a message lists them. Section 10.35. */
export const ALERT_WORDS = {
  review: "پول نیازمند بررسی",
  gateway: "درگاه پرداخت پاسخ نمی‌دهد",
  operators: "کار بزرگ یک کارمند",
  database: "پایگاه داده رو به پر شدن است",
  siege: "درخواست کد ورود بیش از اندازه است",
  promise_most: "قول نزدیک به پایان یا گذشته",
  promise_half: "نیمی از قول گذشت",
  stock: "موجودی کالا رو به پایان",
  supplier: "مانده نزد تأمین‌کننده کم است",
  rate: "نرخ ارز نیازمند نگاه",
  jobs: "کارهای خودکار عقب مانده‌اند",
  server: "سرور نیازمند نگاه: نسخهٔ پشتیبان یا گواهی",
  messages: "پیامی پس از چند بار تلاش فرستاده نشد",
  seals: "نوشتهٔ رمزشده‌ای باز نمی‌شود",
} as const;
export type AlertKind = keyof typeof ALERT_WORDS;

/** A thing, with the id `subject`, that has crossed the threshold of a kind of alert. */
export interface Crossing {
  kind: AlertKind;
  subject: string;
}

/** Kinds that are sent to every channel, even outside its hours. */
const URGENT: ReadonlySet<AlertKind> = new Set([
  "review",
  "gateway",
  "operators",
  "database",
  "siege",
  "promise_most",
]);
/** Kinds that are checked at night too, because waiting causes a loss. */
const NIGHTLY: ReadonlySet<AlertKind> = new Set([
  "review",
  "gateway",
  "operators",
  "database",
  "siege",
]);
const QUIET_UNTIL_HOUR = 8;

/** True when a time (UTC milliseconds) is between midnight and eight in Tehran. */
const isQuiet = (now: number): boolean => hourAt(now) < QUIET_UNTIL_HOUR;

const hourAt = (now: number): number => Math.floor(minuteOfDay(now) / 60);

/** A range of hours in Tehran. It goes past midnight when `until` is smaller than `from`. */
export interface Hours {
  from: number;
  until: number;
}

/**
 * True when a channel also gets alerts that can wait, at a time in UTC milliseconds: the channel is
 * set to all alerts, the time is within its hours, and it is not night.
 */
export function getsAllAlerts(
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
 * Returns the kinds that are checked at a time in UTC milliseconds. From midnight to eight, these
 * are only the nightly kinds.
 */
export function watchedAt(now: number): AlertKind[] {
  const kinds = Object.keys(ALERT_WORDS) as AlertKind[];
  return isQuiet(now) ? kinds.filter((kind) => NIGHTLY.has(kind)) : kinds;
}

/**
 * Returns a crossing of the kind `promise_half` when at least 50 percent of the promised time has
 * passed, or of the kind `promise_most` from 80 percent on.
 */
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
