import { formatNumber } from "../../../persian/toman.ts";
import type { SearchState } from "../../stores/search.ts";
import { type Kind, toGroups } from "./result-groups.ts";

export const FAILED = "خطا در دریافت نتایج جستجو";
export const EMPTY = "نتیجه‌ای یافت نشد.";

const NOUNS: Partial<Record<Kind, string>> = {
  products: "محصول",
  subcategories: "دسته‌بندی",
  tutorials: "آموزش",
  help: "راهنما",
};

/** Describes the state for screen readers: «۳ نتیجه: ۲ محصول، ۱ آموزش». */
export function describeState(state: SearchState): string {
  if (state.state === "idle") return "";
  if (state.state === "loading") return "در حال جستجو…";
  if (state.state === "failed") return FAILED;
  const groups = toGroups(state.found);
  const notice = state.found.notice === null ? "" : `${state.found.notice} `;
  if (groups.length === 0) return notice === "" ? EMPTY : notice.trim();
  const total = groups.reduce((sum, { results }) => sum + results.length, 0);
  const parts = groups.map(
    ({ kind, results }) => `${formatNumber(results.length)} ${NOUNS[kind] ?? ""}`,
  );
  return `${notice}${formatNumber(total)} نتیجه: ${parts.join("، ")}`;
}
