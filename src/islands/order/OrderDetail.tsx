import { useStore } from "@nanostores/react";
import { ChevronDown, Package } from "lucide-react";
import { useEffect } from "react";
import type { Order } from "../../../contract/order.ts";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { lazily } from "../../parts/lazily.tsx";
import { Bone, RowsSkeleton, Skeleton } from "../../parts/Skeleton.tsx";
import { formatDay } from "../../../persian/dates.ts";
import { forgetTexts } from "../../stores/code.ts";
import { $order, forgetContent, isDelivered, loadOrder } from "../../stores/order.ts";
import type { GiftLimits } from "../gift/gift-limits.ts";
import { Gifts } from "../gift/Gifts.tsx";
import type { TicketLimits } from "../ticket/ticket-limits.ts";
import { CodeStage } from "./CodeStage.tsx";
import { ComingItems } from "./ComingItems.tsx";
import { LookNotice } from "./LookNotice.tsx";
import { OrderFacts } from "./OrderFacts.tsx";
import { ProfileNotice } from "./ProfileNotice.tsx";
import type { RatingRules } from "./RatingForm.tsx";
import { Redeem, type TutorialLinks } from "./Redeem.tsx";
import { useOpenedItem } from "./use-opened-item.ts";
import { WaitingItems } from "./WaitingItems.tsx";

/** Loaded after the codes: these parts are further down, folded, or opened by a press. */
const CancelOrder = lazily(async () => (await import("./CancelOrder.tsx")).CancelOrder, null);
const OrderDialogs = lazily(async () => (await import("./OrderDialogs.tsx")).OrderDialogs, null);
const OrderItems = lazily(
  async () => (await import("./OrderItems.tsx")).OrderItems,
  <RowsSkeleton rows={1} />,
);

interface OrderDetailProps {
  orderId: string;
  profileHours: number;
  giftLimits: GiftLimits;
  nameMax: number;
  tutorials: TutorialLinks;
  ratingRules: RatingRules;
  ticketLimits: TicketLimits;
}

export function OrderDetail(props: OrderDetailProps) {
  const { orderId } = props;
  const order = useStore($order);
  useEffect(() => {
    void loadOrder(orderId);
    return () => {
      forgetContent();
      forgetTexts();
    };
  }, [orderId]);
  if (order.state === "loading") return <OrderSkeleton />;
  if (order.state === "failed")
    return (
      <>
        <ErrorBox message={order.message} onRetry={() => void loadOrder(orderId)} />
        <a className="link mt-3 inline-flex min-h-[44px] items-center" href="/orders">
          همهٔ سفارش‌ها
        </a>
      </>
    );
  return <Shown {...props} order={order.value} />;
}

function Shown({
  order,
  profileHours,
  giftLimits,
  nameMax,
  ratingRules,
  ticketLimits,
  tutorials,
}: OrderDetailProps & { order: Order }) {
  const problem = useOpenedItem();
  const delivered = order.OrderItems.filter(
    ({ deliveryStatus, codes }) => isDelivered(deliveryStatus) && codes.length > 0,
  );
  const waiting = order.OrderItems.filter(
    ({ deliveryStatus, deliveryType, isComing }) =>
      order.lookUntil === null &&
      !isComing &&
      // When the supplier has not delivered, an operator delivers by hand.
      (deliveryType === "manual" || order.shouldShow) &&
      ["pending", "processing"].includes(deliveryStatus),
  );
  const coming = order.OrderItems.filter(({ isComing }) => isComing);
  const hasHead = delivered.length + waiting.length + coming.length > 0;
  return (
    <div className="order-page">
      <ProfileNotice order={order} profileHours={profileHours} />
      <LookNotice order={order} />
      {hasHead && (
        <div className="order-columns">
          <div className="order-column">
            {delivered.length > 0 && (
              <CodeStage order={order} items={delivered} nameMax={nameMax} limits={ticketLimits} />
            )}
            <Gifts order={order} limits={giftLimits} />
            {coming.length > 0 && <ComingItems order={order} items={coming} />}
            {waiting.length > 0 && <WaitingItems order={order} items={waiting} />}
          </div>
          <div className="order-column">
            <Redeem items={delivered} tutorials={tutorials} />
          </div>
        </div>
      )}
      <details className="card collapsible order-facts" open={!hasHead}>
        <summary>
          مبلغ، پرداخت و قلم‌ها
          <span className="order-facts-end">
            <span>{formatDay(order.createdAt)}</span>
            <ChevronDown size={18} aria-hidden="true" />
          </span>
        </summary>
        <div className="order-facts-body">
          <OrderFacts order={order} />
          {order.OrderItems.length === 0 ? (
            <EmptyState
              text="محصولات این سفارش یافت نشد."
              icon={<Package size={28} aria-hidden="true" />}
            />
          ) : (
            <OrderItems order={order} onReport={problem.open} />
          )}
        </div>
      </details>
      <CancelOrder order={order} />
      <OrderDialogs
        order={order}
        problem={problem.modal}
        ratingRules={ratingRules}
        ticketLimits={ticketLimits}
      />
    </div>
  );
}

function OrderSkeleton() {
  return (
    <Skeleton>
      <div className="order-columns">
        <Bone className="order-stage-bone" />
        <Bone className="h-64" />
      </div>
    </Skeleton>
  );
}
