import { useRef } from "react";
import type { Order } from "../../../contract/order.ts";
import { Toman } from "../../parts/Toman.tsx";
import { formatToman } from "../../../persian/toman.ts";
import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { useConfirmation } from "../../parts/use-confirmation.ts";
import { notify } from "../../stores/notice.ts";
import { cancelOrder } from "../../stores/order.ts";

/** Cancels the undelivered items of an order after a confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const success = useRef("");
  const { open, modal } = useConfirmation(async () => {
    const outcome = await cancelOrder(order);
    if (!outcome.ok) return outcome.message;
    success.current = outcome.value.message;
    return "";
  });
  return (
    <div id="cancel-order">
      {order.canCancel && (
        <button type="button" className="button-danger" onClick={open}>
          لغو سفارش
        </button>
      )}
      <ConfirmModal
        {...modal}
        title="لغو سفارش"
        action="سفارش را لغو کن"
        onClosed={() => {
          // The result is shown after the dialog closes: screen readers ignore the page behind an
          // open dialog.
          if (success.current !== "") notify("success", success.current);
          success.current = "";
        }}
      >
        <p>
          آنچه هنوز تحویل نشده است لغو می‌شود و مبلغ آن از همان راهی که پرداخت شده بازمی‌گردد. کدهای
          تحویل‌شده نزد شما می‌مانند.
        </p>
        {order.cancelRefund && <RefundPreview refund={order.cancelRefund} />}
      </ConfirmModal>
    </div>
  );
}

/** The refund that the shop would make now, and why it is smaller or goes to the wallet. */
function RefundPreview({ refund }: { refund: NonNullable<Order["cancelRefund"]> }) {
  const ways = [
    { amount: refund.toCard, title: "به کارت" },
    { amount: refund.toWallet, title: "به کیف پول" },
  ].filter(({ amount }) => amount > 0);
  return (
    <>
      <dl className="mt-3 flex flex-col gap-1 text-sm">
        {ways.map(({ amount, title }) => (
          <div key={title} className="flex flex-wrap justify-between gap-x-3">
            <dt className="text-muted">{title}</dt>
            <dd>
              <Toman amount={amount} className="font-semibold" />
            </dd>
          </div>
        ))}
      </dl>
      {refund.withheld > 0 && (
        <p className="notice notice-zaferan mt-3 text-sm">{`آنچه می‌ماند به حداقل خرید کد تخفیف نمی‌رسد. ${formatToman(refund.withheld)} تخفیفِ آن از مبلغ بازگشتی کم شده است.`}</p>
      )}
      {refund.isCardSpared && (
        <p className="notice notice-zaferan mt-3 text-sm">
          امروز چند سفارش لغو کرده‌اید. مبلغ این یکی به‌جای کارت، به کیف پول شما بازمی‌گردد.
        </p>
      )}
    </>
  );
}
