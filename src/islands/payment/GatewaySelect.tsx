import { Landmark } from "lucide-react";
import { Select } from "../../parts/Select.tsx";

const GATEWAYS = [{ value: "zarinpal", content: <GatewayLabel name="زرین‌پال" /> }];

/** The choice of a payment gateway. The shop has only one. */
export function GatewaySelect() {
  return (
    <Select
      label="درگاه پرداخت"
      choices={GATEWAYS}
      value="zarinpal"
      placeholder=""
      onChange={() => undefined}
    />
  );
}

function GatewayLabel({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2">
      <span className="rounded-lg bg-zaferan-wash p-1.5 text-zaferan-strong">
        <Landmark size={18} aria-hidden="true" />
      </span>
      {name}
    </span>
  );
}
