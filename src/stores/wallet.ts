import { atom } from "nanostores";
import type { getBalance } from "../../contract/wallet.ts";
import { call, loadedOf } from "./call.ts";
import type { Loaded } from "./loaded.ts";

/** The wallet's balance, toman. */
export const $balance = atom<Loaded<number>>({ state: "loading" });

export async function loadBalance(): Promise<void> {
  if ($balance.get().state === "failed") $balance.set({ state: "loading" });
  const outcome = await call<typeof getBalance>("GET", "/wallets/balance", { needs: ["balance"] });
  $balance.set(loadedOf(outcome, ({ balance }) => balance));
}
