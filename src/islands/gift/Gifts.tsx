import { useStore } from "@nanostores/react";
import { Gift } from "lucide-react";
import { useEffect } from "react";
import type { Order } from "../../../contract/order.ts";
import type { OrderItem } from "../../../contract/order-item.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { lazily } from "../../parts/lazily.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { $gifts, $giving, beginToGive, endGiving, loadGifts } from "../../stores/gift.ts";
import type { GiftLimits } from "./gift-limits.ts";

const GivenGiftCard = lazily(async () => (await import("./GivenGiftCard.tsx")).GivenGiftCard);
const GiftForm = lazily(async () => (await import("./GiftForm.tsx")).GiftForm);

interface GiftsProps {
  order: Order;
  limits: GiftLimits;
}

/** The codes of an order that can be given, and the gifts made so far. */
export function Gifts({ order, limits }: GiftsProps) {
  const gifts = useStore($gifts);
  const giving = useStore($giving);
  useEffect(() => {
    void loadGifts(order.id);
    return endGiving;
  }, [order.id]);
  const codes = order.OrderItems.flatMap((item) =>
    item.codes.map((code) => ({ item, code, codeId: code.id, what: nameOf(item, code.position) })),
  );
  const unread = order.shouldShow ? codes.filter(({ code }) => code.state === "unread") : [];
  const chosen = codes.find(({ codeId }) => codeId === giving.codeId);
  const given = gifts.state === "ready" ? gifts.value : [];
  if (unread.length === 0 && given.length === 0 && gifts.state !== "failed") return null;
  return (
    <section className="card p-5" aria-labelledby="gifts">
      <h2 id="gifts" className="mb-1 text-lg">
        هدیه بدهید
      </h2>
      <p className="mb-4 text-sm text-muted">
        کدی که هنوز ندیده‌اید در پاکتی بسته می‌رود و تنها گیرنده آن را می‌بیند.
      </p>
      {gifts.state === "failed" && (
        <ErrorBox message={gifts.message} onRetry={() => void loadGifts(order.id)} />
      )}
      <ul className="flex flex-col gap-3">
        {given.map((gift) => (
          <GivenGiftCard
            key={gift.id}
            orderId={order.id}
            gift={gift}
            what={codes.find(({ codeId }) => codeId === gift.codeId)?.what ?? ""}
          />
        ))}
        {unread.map((giveable) => (
          <li key={giveable.codeId} className="flex flex-wrap items-center justify-between gap-3">
            <span className="text-sm">{giveable.what}</span>
            <button
              type="button"
              className="button-quiet"
              aria-label={`هدیه بدهید: ${giveable.what}`}
              onClick={() => beginToGive(giveable.codeId)}
            >
              <Gift size={18} aria-hidden="true" />
              هدیه بدهید
            </button>
          </li>
        ))}
      </ul>
      <Modal isOpen={giving.isOpen} title="هدیه بدهید" about={giving.codeId} onClose={endGiving}>
        {chosen && (
          <GiftForm
            orderId={order.id}
            item={chosen.item}
            codeId={chosen.codeId}
            limits={limits}
            onGiven={endGiving}
          />
        )}
      </Modal>
    </section>
  );
}

function nameOf(item: OrderItem, position: number): string {
  return item.codes.length > 1
    ? `${item.Product.name}، کد ${toPersianDigits(position)}`
    : item.Product.name;
}
