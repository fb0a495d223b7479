import type { OrderItem } from "../../../contract/order-item.ts";
import type { Rating } from "../../../contract/rating.ts";
import { formatDate } from "../../../persian/dates.ts";
import type { RatingRules } from "./RatingForm.tsx";
import { Stars } from "./Stars.tsx";

/** The rating that the shopper gave an item. */
export function ShownRating({
  item,
  rating,
  rules,
}: {
  item: OrderItem;
  rating: Rating;
  rules: RatingRules;
}) {
  return (
    <div className="flex flex-col gap-3">
      <p translate="no" className="text-sm text-muted">
        {item.Product.name}
      </p>
      <Stars stars={rating.stars} maximum={rules.starsMax} />
      <p className="text-sm leading-7 wrap-anywhere whitespace-pre-line">{rating.comment}</p>
      <p className="text-xs text-muted">{formatDate(rating.createdAt)}</p>
    </div>
  );
}
