import { useRef } from "react";
import type { OrderItem } from "../../../contract/order.ts";
import type { Rating } from "../../../contract/rating.ts";
import { formatDate } from "../../../persian/dates.ts";
import { lazily } from "../../parts/lazily.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { notify } from "../../stores/notice.ts";
import type { RatingRules } from "./RatingForm.tsx";
import { Stars } from "./Stars.tsx";

const RatingForm = lazily(async () => (await import("./RatingForm.tsx")).RatingForm);

interface RatingModalProps {
  orderId: string;
  /** A snapshot from opening the dialog, so that a sent rating does not change what is shown. */
  item: OrderItem | null;
  isOpen: boolean;
  rules: RatingRules;
  onClose: () => void;
  onClosed: () => void;
}

/** Shows the shopper's rating of an item, or the form to rate it. */
export function RatingModal({ orderId, item, isOpen, rules, onClose, onClosed }: RatingModalProps) {
  const isSent = useRef(false);
  const leave = () => {
    onClosed();
    // Announced after the dialog closes: screen readers ignore the page behind an open dialog.
    if (isSent.current) notify("success", "نظر شما با موفقیت ثبت شد");
    isSent.current = false;
  };
  return (
    <Modal
      isOpen={isOpen}
      title={item?.Rating ? "نظر شما" : "ثبت نظر"}
      onClose={onClose}
      onClosed={leave}
    >
      {item?.Rating && <ShownRating item={item} rating={item.Rating} rules={rules} />}
      {item && !item.Rating && (
        <RatingForm
          orderId={orderId}
          item={item}
          rules={rules}
          onSent={() => {
            isSent.current = true;
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

function ShownRating({
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
      <p className="text-sm text-muted">{item.Product.name}</p>
      <Stars stars={rating.stars} maximum={rules.starsMax} />
      <p className="text-sm leading-7 wrap-anywhere whitespace-pre-line">{rating.comment}</p>
      <p className="text-xs text-muted">{formatDate(rating.createdAt)}</p>
    </div>
  );
}
