import { useStore } from "@nanostores/react";
import { Package } from "lucide-react";
import { useEffect, useState } from "react";
import type { Order, OrderItem } from "../../../contract/order.ts";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, RowsSkeleton, Skeleton } from "../../parts/Skeleton.tsx";
import { $order, forgetContent, loadOrder } from "../../stores/order.ts";
import { TicketModal } from "../ticket/TicketModal.tsx";
import type { TicketLimits } from "../ticket/ticket-limits.ts";
import { CancelOrder } from "./CancelOrder.tsx";
import { ContentModal } from "./ContentModal.tsx";
import { OrderFacts } from "./OrderFacts.tsx";
import { OrderItems } from "./OrderItems.tsx";
import { ProfileNotice } from "./ProfileNotice.tsx";
import type { RatingRules } from "./RatingForm.tsx";
import { RatingModal } from "./RatingModal.tsx";

interface OrderDetailProps {
  orderId: string;
  profileHours: number;
  ratingRules: RatingRules;
  ticketLimits: TicketLimits;
}

/** The item in a dialog that is open or just closing. */
interface OpenedItem {
  item: OrderItem;
  isOpen: boolean;
}

export function OrderDetail(props: OrderDetailProps) {
  const { orderId } = props;
  const order = useStore($order);
  useEffect(() => {
    void loadOrder(orderId);
    return forgetContent;
  }, [orderId]);
  if (order.state === "loading") return <OrderSkeleton />;
  if (order.state === "failed")
    return <ErrorBox message={order.message} onRetry={() => void loadOrder(orderId)} />;
  return <Shown {...props} order={order.value} />;
}

function Shown({
  order,
  profileHours,
  ratingRules,
  ticketLimits,
}: OrderDetailProps & { order: Order }) {
  const rating = useOpenedItem();
  const problem = useOpenedItem();
  return (
    <div className="flex flex-col gap-5">
      <ProfileNotice order={order} profileHours={profileHours} />
      <OrderFacts order={order} />
      {order.OrderItems.length === 0 ? (
        <EmptyState
          text="محصولات این سفارش یافت نشد."
          icon={<Package size={28} aria-hidden="true" />}
        />
      ) : (
        <OrderItems order={order} onReport={problem.open} />
      )}
      <CancelOrder orderId={order.id} canCancel={order.canCancel} />
      <ContentModal onRate={rating.open} />
      <RatingModal orderId={order.id} rules={ratingRules} {...rating.modal} />
      <TicketModal
        {...problem.modal}
        item={
          problem.modal.item && { id: problem.modal.item.id, name: problem.modal.item.Product.name }
        }
        limits={ticketLimits}
        onOpened={() => void loadOrder(order.id)}
      />
    </div>
  );
}

/** Keeps the item of a dialog until the dialog has closed. */
function useOpenedItem() {
  const [opened, setOpened] = useState<OpenedItem | null>(null);
  return {
    open: (item: OrderItem) => {
      setOpened({ item, isOpen: true });
    },
    modal: {
      item: opened?.item ?? null,
      isOpen: opened?.isOpen ?? false,
      onClose: () => {
        setOpened((before) => before && { ...before, isOpen: false });
      },
      onClosed: () => {
        setOpened(null);
      },
    },
  };
}

function OrderSkeleton() {
  return (
    <>
      <Skeleton>
        <Bone className="mb-5 h-20" />
        <Bone className="mb-5 h-28" />
      </Skeleton>
      <RowsSkeleton rows={2} />
    </>
  );
}
