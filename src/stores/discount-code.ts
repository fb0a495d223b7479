import { atom } from "nanostores";
import type { DiscountCode, getDiscountCodes } from "../../contract/discount-code.ts";
import { formatNumber, formatToman } from "../../persian/toman.ts";
import { call, loadedOf } from "./call.ts";
import type { Loaded } from "./loaded.ts";

export const $discountCodes = atom<Loaded<readonly DiscountCode[]>>({ state: "loading" });

export async function loadDiscountCodes(): Promise<void> {
  if ($discountCodes.get().state === "failed") $discountCodes.set({ state: "loading" });
  const outcome = await call<typeof getDiscountCodes>("GET", "/discount-codes", {
    needs: ["length"],
  });
  $discountCodes.set(loadedOf(outcome));
}

/** Returns the value of a discount code: «۱۰ درصد» or a sum. */
export function discountValue({ type, value }: Pick<DiscountCode, "type" | "value">): string {
  return type === "percentage" ? `${formatNumber(value)} درصد` : formatToman(value);
}
