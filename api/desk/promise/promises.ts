import type { QueueKind } from "../../../contract/desk/queue.ts";
import { reviewOf } from "../../../persian/review-time.ts";
import { HOUR_MS } from "../../base/time.ts";

/** The start and the end of a promised time, in UTC milliseconds. */
export interface Promised {
  startsAt: number;
  dueAt: number;
}

/** Manual goods are promised «۲ تا ۲۴ ساعت» after the payment. */
const DELIVERY_HOURS = 24;
/** The promised hours for an answer to a ticket, as in the view `ended_promise`. */
const TICKET_HOURS = 2;
/**
 * The promised hours when it is unknown where money is, or when an operator waits for a second
 * person.
 */
const UNCLEAR_HOURS = 2;
/** The promised hours for money that nobody has asked for yet. */
const STRAY_HOURS = 24;

/**
 * Returns the promised time for an answer to somebody who has waited since a time (UTC
 * milliseconds). Held orders and held earnings are not handled here, because their rows contain the
 * promised time.
 */
export function promiseOf(kind: Exclude<QueueKind, "look" | "earning">, since: number): Promised {
  const within = (hours: number) => ({ startsAt: since, dueAt: since + hours * HOUR_MS });
  switch (kind) {
    case "identity":
    case "bank_card":
    case "name_request":
    case "withdrawal": {
      const { startsAt, endsAt: dueAt } = reviewOf(since);
      return { startsAt, dueAt };
    }
    case "delivery":
      return within(DELIVERY_HOURS);
    case "ticket":
      return within(TICKET_HOURS);
    case "stray_payment":
      return within(STRAY_HOURS);
    case "payment":
    case "refund":
    case "proposal":
      return within(UNCLEAR_HOURS);
  }
}
