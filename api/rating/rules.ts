import { type Refusal } from "../../contract/endpoint.ts";
import { CANNED_PRAISES, ratingRefusals } from "../../contract/rating.ts";
import type { RatedItemRow } from "./statements.ts";

/** Whether a comment is what the shortcut fills in, after the product's name or whatever else: it says nothing to others. */
export function isCannedPraise(comment: string): boolean {
  const plain = withPlainSpaces(comment);
  return CANNED_PRAISES.some((praise) => plain.endsWith(withPlainSpaces(praise)));
}

/** Why an item cannot be rated; null when it can. */
export function refuseRating(item: RatedItemRow | null): Refusal | null {
  if (!item) return ratingRefusals.itemNotFound;
  if (item.delivery_status !== "delivered") return ratingRefusals.notDelivered;
  return item.is_rated === 1 ? ratingRefusals.alreadyRated : null;
}

function withPlainSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
