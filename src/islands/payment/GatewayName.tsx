import { Landmark } from "lucide-react";

/** The one gateway of the shop, as people know it. */
export const GATEWAY_NAME = "زرین‌پال";

/** The payment gateway. There is one, so it has nothing to choose, only a name. */
export function GatewayName() {
  return (
    <div>
      <p className="label">درگاه پرداخت</p>
      <p className="flex items-center gap-2">
        <span className="rounded-lg bg-zaferan-wash p-1.5 text-zaferan-strong">
          <Landmark size={18} aria-hidden="true" />
        </span>
        {GATEWAY_NAME}
      </p>
    </div>
  );
}
