import { atom } from "nanostores";
import type { getAllowance } from "../../contract/payment.ts";
import { call, loadedOf } from "./call.ts";
import type { Loaded } from "./loaded.ts";

export interface Allowance {
  /** Toman that a shopper without papers may spend in 24 hours; 0 when papers are always needed. */
  perDay: number;
  left: number;
}

export const $allowance = atom<Loaded<Allowance>>({ state: "loading" });

export async function loadAllowance(): Promise<void> {
  const outcome = await call<typeof getAllowance>("GET", "/payments/allowance", {
    needs: ["perDay", "left"],
  });
  $allowance.set(loadedOf(outcome));
}
