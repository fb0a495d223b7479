import { formatNumber } from "../../../persian/toman.ts";
import type { SearchState } from "../../stores/search.ts";
import { type Kind, toGroups } from "./result-groups.ts";

export const FAILED = "خطا در دریافت نتایج جستجو";
export const EMPTY = "نتیجه‌ای یافت نشد.";

const NOUNS: Record<Kind, string> = {
  products: "محصول",
  subcategories: "دسته‌بندی",
  tutorials: "آموزش",
};

/** Describes the state for screen readers: «۳ نتیجه: ۲ محصول، ۱ آموزش». */
export function describeState(state: SearchState): string {
  if (state.state === "idle") return "";
  if (state.state === "loading") return "در حال جستجو…";
  if (state.state === "failed") return FAILED;
  const groups = toGroups(state.found);
  if (groups.length === 0) return EMPTY;
  const total = groups.reduce((sum, { results }) => sum + results.length, 0);
  const parts = groups.map(({ kind, results }) => `${formatNumber(results.length)} ${NOUNS[kind]}`);
  return `${formatNumber(total)} نتیجه: ${parts.join("، ")}`;
}
