import { type Refusal } from "../../../contract/endpoint.ts";
import { PROBLEM_HOURS, ticketRefusals } from "../../../contract/ticket.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import type { ItemCodeRow, ItemRow } from "./statements.ts";
import { HOUR_MS } from "../../base/time.ts";

export const PROBLEM_MS = PROBLEM_HOURS * HOUR_MS;

/**
 * Returns why no problem with an item can be reported at `now`, or null when it can. With `named`,
 * each of these codes must be reportable; without it, at least one of the item's `codes`.
 */
export function refuseProblem(
  item: ItemRow | null,
  codes: readonly ItemCodeRow[],
  named: readonly string[] | null,
  now: number,
): Refusal | null {
  if (!item) return ticketRefusals.itemNotFound;
  if (item.delivered_at === null) return ticketRefusals.itemNotDelivered;
  const isLate = (code: ItemCodeRow) => code.delivered_at + PROBLEM_MS <= now;
  const isReported = (code: ItemCodeRow) => code.has_open_ticket === 1;
  if (named === null) {
    if (codes.every(isLate)) return ticketRefusals.problemTooLate;
    return codes.every((code) => isLate(code) || isReported(code))
      ? ticketRefusals.problemOpen
      : null;
  }
  const meant = codes.filter(({ id }) => named.includes(id));
  if (meant.length < new Set(named).size) return ticketRefusals.codeNotFound;
  if (meant.some(isLate)) return ticketRefusals.problemTooLate;
  return meant.some(isReported) ? ticketRefusals.codeReported : null;
}

/**
 * Says in words what a ticket is about, for an answer to its buyer: «کد ۲ آیتونز ۱۰ دلاری در سفارش
 * ۱۲۳۴۵۶۷». Empty when it is about no order.
 */
export function aboutWords(
  item: { name: string; orderNumber: string } | null,
  positions: readonly number[],
): string {
  if (!item) return "";
  const codes = positions.map((position) => toPersianDigits(position)).join(" و ");
  const which = codes === "" ? "" : `کد ${codes} `;
  return `${which}${item.name} در سفارش ${toPersianDigits(item.orderNumber)}`;
}
