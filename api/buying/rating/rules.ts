import { type Refusal } from "../../../contract/endpoint.ts";
import { CANNED_PRAISES, ratingRefusals } from "../../../contract/rating.ts";
import type { RatedItemRow } from "./statements.ts";

/**
 * True when a comment ends with one of the prepared praises. Such a comment tells other shoppers
 * nothing.
 */
export function isCannedPraise(comment: string): boolean {
  const plain = withPlainSpaces(comment);
  return CANNED_PRAISES.some((praise) => plain.endsWith(withPlainSpaces(praise)));
}

/** Returns why an item cannot be rated, or null when it can. */
export function refuseRating(item: RatedItemRow | null): Refusal | null {
  if (!item) return ratingRefusals.itemNotFound;
  if (item.delivery_status !== "delivered") return ratingRefusals.notDelivered;
  return item.is_rated === 1 ? ratingRefusals.alreadyRated : null;
}

function withPlainSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
