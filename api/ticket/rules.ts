import { type Refusal } from "../../contract/endpoint.ts";
import { PROBLEM_HOURS, ticketRefusals } from "../../contract/ticket.ts";
import type { ItemRow } from "./statements.ts";
import { HOUR_MS } from "../base/time.ts";

export const PROBLEM_MS = PROBLEM_HOURS * HOUR_MS;

/** Returns why no problem with an item can be reported at `now`, or null when it can. */
export function refuseProblem(item: ItemRow | null, now: number): Refusal | null {
  if (!item) return ticketRefusals.itemNotFound;
  if (item.delivered_at === null) return ticketRefusals.itemNotDelivered;
  if (item.delivered_at + PROBLEM_MS <= now) return ticketRefusals.problemTooLate;
  return item.has_open_ticket === 1 ? ticketRefusals.problemOpen : null;
}
