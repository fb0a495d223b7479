import { StatusBadge, type Tone } from "../../parts/StatusBadge.tsx";
import { deliveryStatusLabel } from "../../stores/order.ts";

const TONES: Record<string, Tone | undefined> = {
  delivered: "good",
  pending: "waiting",
  processing: "waiting",
  cancelled: "bad",
  failed: "bad",
};

interface DeliveryBadgeProps {
  status: string | null | undefined;
  /** The `lookUntil` of the order. */
  lookUntil: string | null | undefined;
}

export function DeliveryBadge({ status, lookUntil }: DeliveryBadgeProps) {
  const isHeld = Boolean(lookUntil) && status === "processing";
  return (
    <StatusBadge tone={TONES[status?.toLowerCase() ?? ""] ?? "plain"}>
      {isHeld ? "در حال بررسی" : deliveryStatusLabel(status)}
    </StatusBadge>
  );
}
