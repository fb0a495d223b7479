import { useRef } from "react";
import type { OrderItem } from "../../../contract/order-item.ts";
import { lazily } from "../../parts/lazily.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { notify } from "../../stores/notice.ts";
import type { RatingRules } from "./RatingForm.tsx";

const RatingForm = lazily(async () => (await import("./RatingForm.tsx")).RatingForm);
const ShownRating = lazily(async () => (await import("./ShownRating.tsx")).ShownRating);

interface RatingModalProps {
  orderId: string;
  /**
   * The item as it was when the dialog opened, so that a sent rating does not change what is shown.
   */
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
    // The result is shown after the dialog closes: screen readers ignore the page behind an open
    // dialog.
    if (isSent.current) notify("success", "نظر شما با موفقیت ثبت شد");
    isSent.current = false;
  };
  return (
    <Modal
      isOpen={isOpen}
      title={item?.Rating ? "نظر شما" : "ثبت نظر"}
      about={item?.id ?? ""}
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
