import { Landmark } from "lucide-react";

export function GatewayLabel() {
  return (
    <span className="flex items-center gap-2">
      <span className="rounded-lg bg-zaferan-wash p-1.5 text-zaferan-strong">
        <Landmark size={18} aria-hidden="true" />
      </span>
      زرین‌پال
    </span>
  );
}
