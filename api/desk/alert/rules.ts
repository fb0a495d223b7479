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

/** A thing, by its id, that crossed the threshold of a kind. */
export interface Crossing {
  kind: AlertKind;
  subject: string;
}

/** Kinds that every channel hears of. */
const URGENT: ReadonlySet<AlertKind> = new Set(["review", "gateway", "operators", "promise_most"]);
/** Kinds about what is lost meanwhile, which do not wait for the morning. */
const NIGHTLY: ReadonlySet<AlertKind> = new Set(["review", "gateway", "operators"]);
const QUIET_UNTIL_HOUR = 8;

/** True from midnight to eight in Tehran, at a time in UTC milliseconds. */
const isQuiet = (now: number): boolean => hourAt(now) < QUIET_UNTIL_HOUR;

const hourAt = (now: number): number => Math.floor(minuteOfDay(now) / 60);

/** Hours of Tehran, from the first until the second; over midnight when that is smaller. */
export interface Hours {
  from: number;
  until: number;
}

/**
 * True when a channel is told at a time (UTC milliseconds) what can wait too: it wants all, it is
 * within its hours, and it is not night.
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

/** Kinds that are watched at a time (UTC milliseconds): from midnight to eight only money. */
export function watchedAt(now: number): AlertKind[] {
  const kinds = Object.keys(ALERT_WORDS) as AlertKind[];
  return isQuiet(now) ? kinds.filter((kind) => NIGHTLY.has(kind)) : kinds;
}

/** How much of a promise is over: 0 when it begins, 1 when it is due. */
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
 * Writes one message about many alerts: kinds and counts, the time and a link; nobody's name, phone
 * or code. `id` tells a message that came twice.
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
