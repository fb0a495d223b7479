import { useStore } from "@nanostores/react";
import { Package } from "lucide-react";
import { useEffect } from "react";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, RowsSkeleton, Skeleton } from "../../parts/Skeleton.tsx";
import { $order, forgetContent, loadOrder } from "../../stores/order.ts";
import { ContentModal } from "./ContentModal.tsx";
import { OrderFacts } from "./OrderFacts.tsx";
import { OrderItems } from "./OrderItems.tsx";
import { ProfileNotice } from "./ProfileNotice.tsx";

interface OrderDetailProps {
  orderId: string;
  profileHours: number;
}

export function OrderDetail({ orderId, profileHours }: OrderDetailProps) {
  const order = useStore($order);
  useEffect(() => {
    void loadOrder(orderId);
    return forgetContent;
  }, [orderId]);
  if (order.state === "loading") return <OrderSkeleton />;
  if (order.state === "failed") return <ErrorBox message={order.message} onRetry={() => void loadOrder(orderId)} />;
  const { value } = order;
  return (
    <div className="flex flex-col gap-5">
      <ProfileNotice order={value} profileHours={profileHours} />
      <OrderFacts order={value} />
      {value.OrderItems.length === 0 ? (
        <EmptyState text="محصولات این سفارش یافت نشد." icon={<Package size={28} aria-hidden="true" />} />
      ) : (
        <OrderItems order={value} />
      )}
      <ContentModal />
    </div>
  );
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
