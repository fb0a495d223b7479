import { StatusBadge, type Tone } from "../../parts/StatusBadge.tsx";
import { deliveryStatusLabel } from "../../stores/order.ts";

const TONES: Record<string, Tone | undefined> = {
  delivered: "good",
  pending: "waiting",
  processing: "waiting",
  cancelled: "bad",
  failed: "bad",
};

export function DeliveryBadge({ status }: { status: string | null | undefined }) {
  return (
    <StatusBadge tone={TONES[status?.toLowerCase() ?? ""] ?? "plain"}>
      {deliveryStatusLabel(status)}
    </StatusBadge>
  );
}
