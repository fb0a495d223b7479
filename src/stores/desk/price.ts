import { atom } from "nanostores";
import type {
  cancelPricePlan,
  followRates,
  previewPrices,
  publishPrices,
  setPriceRule,
} from "../../../contract/desk/price.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import type { Outcome } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** Prices that follow an exchange rate: their preview and their publication. */

export type Preview = AnswerOf<typeof previewPrices>;
export type PriceRow = Preview["rows"][number];
type Publication = RequestOf<typeof publishPrices>["body"];
type Rule = RequestOf<typeof setPriceRule>["body"]["rule"];

export const $preview = atom<Loaded<Preview>>({ state: "loading" });
/** The reason why the preview could not be refreshed, or empty. */
export const $stale = atom("");
/** The margins that were typed on this page and are not published, by product. */
export const $margins = atom<Readonly<Record<string, number>>>({});

/** True for a product whose price would change. */
export const isChanging = ({ isFixed, now, next }: PriceRow): boolean =>
  !isFixed && next !== null && (next.price !== now.price || next.sale !== now.sale);

const marginList = () =>
  Object.entries($margins.get()).map(([productId, marginBasisPoints]) => ({
    productId,
    marginBasisPoints,
  }));

let latest = 0;

/** Loads the preview again. Only the answer to the last request is used. */
export async function loadPreview(): Promise<void> {
  const asked = ++latest;
  const outcome = await callDesk<typeof previewPrices>("POST", "/prices/preview", {
    body: { margins: marginList() },
    needs: ["rows", "fingerprint"],
  });
  if (asked !== latest) return;
  $stale.set(outcome.ok ? "" : outcome.message);
  if (outcome.ok) $preview.set({ state: "ready", value: outcome.value });
  else if ($preview.get().state !== "ready")
    $preview.set({ state: "failed", message: outcome.message });
}

export async function writeMargin(productId: string, basisPoints: number): Promise<void> {
  $margins.set({ ...$margins.get(), [productId]: basisPoints });
  await loadPreview();
}

export async function forgetMargins(): Promise<void> {
  $margins.set({});
  await loadPreview();
}

const HOUR_MS = 3_600_000;

/** Publishes the previewed prices, now or after some hours. */
export async function publish({
  inHours,
  ...requested
}: Omit<Publication, "margins" | "at"> & { inHours: number | null }): Promise<
  Outcome<AnswerOf<typeof publishPrices>>
> {
  const at = inHours === null ? null : new Date(Date.now() + inHours * HOUR_MS).toISOString();
  const outcome = await callDesk<typeof publishPrices>("POST", "/prices", {
    body: { ...requested, at, margins: marginList() },
  });
  if (outcome.ok) $margins.set({});
  await loadPreview();
  return outcome;
}

/**
 * Saves a rule. Returns the sentence of a refusal, else "", like `beginToFollow` and `cancelPlan`.
 */
export async function saveRule(id: string, rule: Rule): Promise<string> {
  const outcome = await callDesk<typeof setPriceRule>("PUT", "/prices/rules/:id", {
    params: { id },
    body: { rule },
  });
  await loadPreview();
  return outcome.ok ? "" : outcome.message;
}

export async function beginToFollow(currency: PriceRow["currency"]): Promise<string> {
  const outcome = await callDesk<typeof followRates>("POST", "/prices/rules", {
    body: { currency },
  });
  await loadPreview();
  return outcome.ok ? "" : outcome.message;
}

export async function cancelPlan(id: string): Promise<string> {
  const outcome = await callDesk<typeof cancelPricePlan>("DELETE", "/prices/plans/:id", {
    params: { id },
  });
  await loadPreview();
  return outcome.ok ? "" : outcome.message;
}
