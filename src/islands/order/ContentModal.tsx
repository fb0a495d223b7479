import { useStore } from "@nanostores/react";
import { Star } from "lucide-react";
import { useRef } from "react";
import type { OrderItem } from "../../../contract/order-item.ts";
import { lazily } from "../../parts/lazily.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { $content, closeContent, forgetContent } from "../../stores/order.ts";

const ContentCodes = lazily(async () => (await import("./ContentCodes.tsx")).ContentCodes);

/**
 * The codes of one item. They are fetched on opening and forgotten on closing. The rating dialog
 * opens after this one has closed.
 */
export function ContentModal({ onRate }: { onRate: (item: OrderItem) => void }) {
  const content = useStore($content);
  const isRatingNext = useRef(false);
  const leave = () => {
    forgetContent();
    if (isRatingNext.current && content) onRate(content.item);
    isRatingNext.current = false;
  };
  return (
    <Modal
      isOpen={content?.isOpen ?? false}
      title={content ? <span translate="no">{content.item.Product.name}</span> : "محتوای محصول"}
      onClose={closeContent}
      onClosed={leave}
    >
      {content && (
        <>
          <ContentCodes content={content} />
          <button
            type="button"
            className="button-quiet mt-5 w-full"
            onClick={() => {
              isRatingNext.current = true;
              closeContent();
            }}
          >
            <Star size={18} aria-hidden="true" />
            <span>{content.item.Rating ? "دیدن نظر شما" : "ثبت نظر"}</span>
          </button>
        </>
      )}
    </Modal>
  );
}
