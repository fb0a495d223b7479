import { atom } from "nanostores";
import type {
  confirmRate,
  letPricesFollow,
  listRates,
  setRate,
} from "../../../contract/desk/rate.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import type { Outcome } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** Exchange rates. */

type Rates = AnswerOf<typeof listRates>;
export type Rate = Rates["rates"][number];
export type RateChange = RequestOf<typeof setRate>["body"];

export const $rates = atom<Loaded<Rates>>({ state: "loading" });

export async function loadRates(): Promise<void> {
  const outcome = await callDesk<typeof listRates>("GET", "/rates", { needs: ["rates"] });
  if (outcome.ok) $rates.set({ state: "ready", value: outcome.value });
  // After a failure, rates that are already loaded stay: each one shows its age.
  else if ($rates.get().state !== "ready")
    $rates.set({ state: "failed", message: outcome.message });
}

/** Loads again also after a refusal: somebody else may have changed the rate. */
async function andLoad<Value>(asked: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const outcome = await asked;
  await loadRates();
  return outcome;
}

export const changeRate = (currency: string, body: RateChange) =>
  andLoad(callDesk<typeof setRate>("PUT", "/rates/:currency", { params: { currency }, body }));

export const takeHeldRate = (currency: string, toman: number) =>
  andLoad(
    callDesk<typeof confirmRate>("POST", "/rates/:currency/confirm", {
      params: { currency },
      body: { toman },
    }),
  );

export const setAutomatic = (currency: string, isAutomatic: boolean, version: number) =>
  andLoad(
    callDesk<typeof letPricesFollow>("PUT", "/rates/:currency/automatic", {
      params: { currency },
      body: { isAutomatic, version },
    }),
  );
