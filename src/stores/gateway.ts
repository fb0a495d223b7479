import { atom, computed } from "nanostores";
import type { getGateways } from "../../contract/payment.ts";
import type { GatewayName } from "../../persian/gateway.ts";
import { call } from "./call.ts";

/**
 * The gateways that the shop offers, the default first. Until the shop has answered, only the usual
 * one.
 */
export const $gateways = atom<readonly GatewayName[]>(["zarinpal"]);
const $choice = atom<GatewayName | null>(null);

/** The gateway to pay at: the chosen one, as long as it is offered. */
export const $gateway = computed([$gateways, $choice], (gateways, choice) =>
  choice !== null && gateways.includes(choice) ? choice : (gateways[0] ?? "zarinpal"),
);

export async function loadGateways(): Promise<void> {
  const outcome = await call<typeof getGateways>("GET", "/payments/gateways", {
    needs: ["gateways"],
  });
  if (outcome.ok && outcome.value.gateways.length > 0) $gateways.set(outcome.value.gateways);
}

export function chooseGateway(name: string): void {
  $choice.set($gateways.get().find((gateway) => gateway === name) ?? null);
}

/** Returns the gateway for a call that pays, or nothing when only the usual one is offered. */
export function gatewayForCall(): { gateway?: GatewayName } {
  const gateway = $gateway.get();
  return $gateways.get().length > 1 || gateway !== "zarinpal" ? { gateway } : {};
}
