import type { ReactNode } from "react";
import type { Order } from "../../../contract/order.ts";
import { formatDate } from "../../../persian/dates.ts";
import { GATEWAY_NAMES } from "../../../persian/gateway.ts";
import { formatToman } from "../../../persian/toman.ts";
import { ShortNumber } from "../../parts/ShortNumber.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { discountValue } from "../../stores/discount-code.ts";
import { PAID_STATUS_LABELS, PAYMENT_METHOD_LABELS } from "../../stores/order.ts";
import { DeliveryBadge } from "./DeliveryBadge.tsx";

export function OrderFacts({ order }: { order: Order }) {
  const isMixed = order.paymentMethod === "Gateway" && order.walletAmount > 0;
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 card p-5 text-sm sm:grid-cols-2 xl:grid-cols-3">
      <Fact title="شمارهٔ سفارش">
        <ShortNumber thing={order} className="font-bold select-all" />
      </Fact>
      <Fact title="مبلغ کل">
        <Toman amount={order.totalAmount} className="font-bold" />
      </Fact>
      <Fact title="پرداخت">
        <span>{`${PAYMENT_METHOD_LABELS[order.paymentMethod]}${order.gateway ? ` ${GATEWAY_NAMES[order.gateway]}` : ""}، ${PAID_STATUS_LABELS[order.paidStatus]}`}</span>
        {isMixed && (
          <span className="block text-xs text-muted">
            {`سهم کیف پول: ${formatToman(order.walletAmount)}`}
          </span>
        )}
      </Fact>
      <Fact title="وضعیت تحویل">
        <DeliveryBadge status={order.deliveryStatus} lookUntil={order.lookUntil} />
      </Fact>
      <Fact title="تاریخ ثبت">{formatDate(order.createdAt)}</Fact>
      <Fact title="پاداش کل">
        <Toman amount={order.totalReward} />
      </Fact>
      {order.DiscountCode && (
        <Fact title="کد تخفیف">
          <bdi dir="ltr" lang="en" translate="no">
            {order.DiscountCode.code}
          </bdi>
          <span>{` (${discountValue(order.DiscountCode)})`}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 sm:block">
      <dt className="text-xs text-muted">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
