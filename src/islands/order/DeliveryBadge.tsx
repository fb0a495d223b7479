import { deliveryStatusLabel } from "../../stores/order.ts";

const TONES: Record<string, string | undefined> = {
  delivered: "",
  pending: "badge-zaferan",
  processing: "badge-zaferan",
  cancelled: "badge-anar",
  failed: "badge-anar",
};

export function DeliveryBadge({ status }: { status: string | null | undefined }) {
  return <span className={`badge ${TONES[status?.toLowerCase() ?? ""] ?? "badge-muted"}`}>{deliveryStatusLabel(status)}</span>;
}
