import type { ClosingDay, ClosingRow } from "../../../contract/desk/closing.ts";
import { reviewReasonWords } from "../../../persian/desk-words.ts";
import { startOfDay, tehranDay, writeGregorian, writePersian } from "../../../persian/calendar.ts";
import { readTogether } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { MINUTE_MS, toIso, toIsoOrNull } from "../../base/time.ts";
import type { Gateways } from "../../outside/gateways.ts";
import { dayTitle } from "../figures/period.ts";
import * as statements from "./statements.ts";

/** The time after the end of a day in which a batch of that day may still be running. */
const SETTLING_MS = MINUTE_MS;

const WHY: Record<ClosingRow["kind"], string> = {
  review: "پرداختی در بررسی است",
  unconfirmed: "بانک گرفته و فروشگاه هنوز تأیید نکرده است",
  stray: "پولی بی‌ردیف در درگاه است",
  refund: "سرانجام یک بازپرداخت معلوم نیست و در اختلاف شمرده نشده است",
};

/** True when a day is over and none of its batches can still be running. */
export const isOver = (day: number, now: number) => now >= startOfDay(day + 1) + SETTLING_MS;

/** Reads the days from `from` to `to`, newest first, without asking the gateway. */
export async function readDays(
  { db, now }: Pick<Shop, "db" | "now">,
  from: number,
  to: number,
): Promise<ClosingDay[]> {
  const moment = now();
  const [sums, closings, unbooked] = await readTogether(db, [
    statements.findGatewayDays(db, from, to),
    statements.findClosings(db, from, to),
    statements.findUnbooked(db, startOfDay(from), startOfDay(to + 1)),
  ]);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => to - place).map((day) => {
    const closed = closings.find((closing) => closing.day === day);
    if (closed) return showClosed(closed);
    const sum = sums.find((one) => one.day === day);
    const rows = unbooked.filter(({ at }) => tehranDay(at) === day);
    return showOpen(day, sum, rows, moment);
  });
}

function showOpen(
  day: number,
  sums: statements.GatewayDayRow | undefined,
  rows: readonly statements.UnbookedRow[],
  now: number,
): ClosingDay {
  const { taken_toman: taken = 0, returned_toman: returned = 0 } = sums ?? {};
  const difference = rows.reduce((sum, { amount_toman: amount }) => sum + amount, 0);
  return {
    ...namesOf(day),
    taken,
    returned,
    ledger: taken - returned,
    gateway: taken - returned + difference,
    difference,
    state: isOver(day, now) ? "over" : "open",
    closedBy: null,
    closedAt: null,
    note: null,
  };
}

function showClosed(row: statements.ClosingRowOfBooks): ClosingDay {
  return {
    ...namesOf(row.day),
    taken: row.taken_toman,
    returned: row.returned_toman,
    ledger: row.taken_toman - row.returned_toman,
    gateway: row.gateway_toman,
    difference: row.difference_toman,
    state: "closed",
    closedBy: row.closed_by,
    closedAt: toIso(row.closed_at),
    note: row.note,
  };
}

const namesOf = (day: number) => ({
  day: writePersian(day),
  title: dayTitle(day, { withYear: true }),
  date: writeGregorian(day),
});

/** The report that a closed day stores with its sums. */
interface Report {
  rows: ClosingRow[];
  isFromPanel: boolean;
  gatewayHeardAt: string | null;
}

export type WholeDay = ClosingDay & Report & { isGatewaySilent: boolean };

/**
 * Reads one day with the rows that explain its difference. Asks the gateway unless the day is
 * closed.
 */
export async function readDay(
  { db, now, gateways }: Pick<Shop, "db" | "now" | "gateways">,
  day: number,
): Promise<WholeDay | null> {
  const [[first], [closed], [heard]] = await readTogether(db, [
    statements.findFirstDay(db),
    statements.findClosings(db, day, day),
    statements.findLastHeard(db),
  ]);
  if (closed)
    return {
      ...showClosed(closed),
      ...(JSON.parse(closed.report) as Report),
      isGatewaySilent: false,
    };
  const today = tehranDay(now());
  if (day < (first?.first ?? today) || day > today) return null;
  const listed = await listUnverified(gateways);
  const [from, until] = [startOfDay(day), startOfDay(day + 1)];
  const [[sums], unbooked, unconfirmed] = await readTogether(db, [
    statements.findGatewayDays(db, day, day),
    statements.findUnbooked(db, from, until),
    statements.findUnconfirmed(db, listed ?? [], from, until),
  ]);
  const moment = now();
  const rows = [...unbooked, ...unconfirmed];
  const heardAt = listed ? moment : (heard?.last_ok_at ?? null);
  return {
    ...showOpen(day, sums, rows, moment),
    rows: rows.map(showRow),
    isFromPanel: false,
    gatewayHeardAt: toIsoOrNull(heardAt),
    isGatewaySilent: listed === null,
  };
}

/**
 * Lists payments that gateways have and the shop has not verified; null when a gateway does not
 * answer.
 */
async function listUnverified(gateways: Gateways) {
  const lists = await Promise.all(
    gateways.names.map((gateway) => gateways.of({ gateway }).listUnverified()),
  );
  return lists.every((list) => list !== null) ? lists.flat() : null;
}

function showRow({ kind, id, amount_toman: amount, at, why }: statements.UnbookedRow): ClosingRow {
  const reason = why === null ? undefined : (reviewReasonWords(why) ?? why);
  return {
    kind,
    id,
    amount,
    at: toIso(at),
    why: reason === undefined ? WHY[kind] : `${WHY[kind]}: ${reason}`,
    rows: "/desk/money",
  };
}
