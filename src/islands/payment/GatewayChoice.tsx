import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { GATEWAY_NAMES, type GatewayName } from "../../../persian/gateway.ts";
import { Select } from "../../parts/Select.tsx";
import { $gateway, $gateways, chooseGateway, loadGateways } from "../../stores/gateway.ts";

/** Offers the gateways to choose from. If there is only one, it is only named. */
export function GatewayChoice() {
  const gateways = useStore($gateways);
  const chosen = useStore($gateway);
  useEffect(() => {
    void loadGateways();
  }, []);
  if (gateways.length > 1) {
    return (
      <Select
        label="درگاه پرداخت"
        placeholder="یک درگاه انتخاب کنید"
        value={chosen}
        onChange={chooseGateway}
        choices={gateways.map((name) => ({ value: name, content: <GatewayLine name={name} /> }))}
      />
    );
  }
  return (
    <div>
      <p className="label">درگاه پرداخت</p>
      <GatewayLine name={chosen} />
    </div>
  );
}

function GatewayLine({ name }: { name: GatewayName }) {
  return (
    <span className="flex items-center gap-2">
      <span className={`rounded-lg p-1.5 ${TONES[name]}`}>
        <svg viewBox="0 0 18 18" width="18" height="18" fill="currentColor" aria-hidden="true">
          <path d={MARKS[name]} />
        </svg>
      </span>
      <span>{GATEWAY_NAMES[name]}</span>
    </span>
  );
}

const TONES: Record<GatewayName, string> = {
  zarinpal: "bg-zaferan-wash text-zaferan-strong",
  zibal: "bg-firouzeh-wash text-firouzeh-strong",
};

/**
 * Marks drawn for this shop, because logos belong to their owners: an arch with two doors, and a
 * gate of bars.
 */
const MARKS: Record<GatewayName, string> = {
  zarinpal: "M9 1a7 7 0 0 0-7 7v9h5.5V9a1.5 1.5 0 0 1 3 0v8H16V8a7 7 0 0 0-7-7Z",
  zibal: "M1 3l8-2 8 2v2H1ZM2.5 7h2.5v7H2.5ZM7.75 7h2.5v7h-2.5ZM13 7h2.5v7H13ZM1 15.5h16V17H1Z",
};
