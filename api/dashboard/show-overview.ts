import type { Overview } from "../../contract/dashboard.ts";
import { PROBLEM_HOURS } from "../../contract/ticket.ts";
import { HOUR_MS, toIso } from "../base/time.ts";
import { pictureOf } from "../goods/picture/address.ts";
import type { DiscountCodeRow } from "../buying/discount-code/rules.ts";
import type { ItemInHandRow, OverviewRow } from "./statements.ts";

/**
 * Returns the things that wait for the shopper: missing names, an answered ticket, an open payment.
 */
export function showWaiting(
  row: OverviewRow,
): Pick<Overview, "namesDue" | "answeredTicket" | "openPayment"> {
  return {
    namesDue: timed(row.names_due) as Overview["namesDue"],
    answeredTicket:
      row.answered_ticket === null
        ? null
        : (JSON.parse(row.answered_ticket) as Overview["answeredTicket"]),
    openPayment: timed(row.open_payment) as Overview["openPayment"],
  };
}

/**
 * Returns the last delivered code, the unread codes of other orders, and the problem window that
 * ends next.
 */
export function showItems(
  rows: readonly ItemInHandRow[],
  now: number,
): Pick<Overview, "lastCode" | "unreadElsewhere" | "reportEnds"> {
  const last = rows[0];
  const unread = rows.filter((row) => row.unread_count > 0 && row.order_id !== last?.order_id);
  const ends = rows
    .flatMap((row) =>
      row.problem_from === null ? [] : { row, until: row.problem_from + PROBLEM_HOURS * HOUR_MS },
    )
    .filter(({ until }) => until > now)
    .toSorted((one, other) => one.until - other.until)[0];
  return {
    lastCode: last
      ? {
          ...ofOrder(last),
          imageUrl: pictureOf(last, last.product_id),
          deliveredAt: toIso(last.delivered_at),
          codesCount: last.codes_count,
          unreadCount: last.unread_count,
        }
      : null,
    unreadElsewhere: unread[0]
      ? { ...ofOrder(unread[0]), count: unread.reduce((sum, row) => sum + row.unread_count, 0) }
      : null,
    reportEnds: ends ? { ...ofOrder(ends.row), until: toIso(ends.until) } : null,
  };
}

/** Returns the usable discount code that expires first. */
export function showExpiring(usable: readonly DiscountCodeRow[]): Pick<Overview, "expiringCode"> {
  const [first] = usable
    .flatMap(({ code, type, value, expires_at }) =>
      expires_at === null ? [] : { code, type, value, expires_at },
    )
    .toSorted((one, other) => one.expires_at - other.expires_at);
  if (!first) return { expiringCode: null };
  const { expires_at, ...code } = first;
  return { expiringCode: { ...code, until: toIso(expires_at) } };
}

function ofOrder(row: ItemInHandRow) {
  return { orderId: row.order_id, number: row.number, name: row.product_name };
}

/** Parses JSON from the database, and converts its field `until` from milliseconds to ISO 8601. */
function timed(json: string | null): object | null {
  if (json === null) return null;
  const value = JSON.parse(json) as { until: number };
  return { ...value, until: toIso(value.until) };
}
