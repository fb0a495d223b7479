import { isObject, parseStored } from "../../stores/record.ts";
import { local } from "../../stores/storage.ts";
import type { Result, ResultGroup } from "./result-groups.ts";

/** Results of a search field in which nothing is typed yet. */

const RECENT_MAX = 5;
const POPULAR_MAX = 6;
const RECENT = "recentSearches";

/** Remembers a search, on this device only. */
export function rememberSearch(typed: string): void {
  const query = typed.trim();
  if (query === "") return;
  const queries = [query, ...readRecent().filter((one) => one !== query)].slice(0, RECENT_MAX);
  local.keep(RECENT, JSON.stringify({ queries }));
}

export function forgetSearches(): void {
  local.forget(RECENT);
}

function readRecent(): string[] {
  const stored = parseStored(local.read(RECENT));
  const queries = isObject(stored) ? stored["queries"] : null;
  if (!Array.isArray(queries)) return [];
  return queries.filter((query) => typeof query === "string").slice(0, RECENT_MAX);
}

/**
 * Returns recent searches, and the first subcategories of the menu, which is part of every page.
 */
export function readBeforeTyping(): ResultGroup[] {
  const recent = readRecent().map((query): Result => {
    const address = `/search?${new URLSearchParams({ q: query }).toString()}`;
    return { id: query, name: query, imageUrl: null, href: address };
  });
  const links = document.querySelectorAll<HTMLAnchorElement>("#categories details a");
  const popular = [...links].slice(0, POPULAR_MAX).map((link): Result => {
    const href = link.pathname;
    const imageUrl = `/art/${href.split("/").at(-1) ?? ""}.svg`;
    return { id: href, name: link.textContent.trim(), imageUrl, href };
  });
  const groups: ResultGroup[] = [
    { kind: "recent", label: "جستجوهای اخیر", results: recent },
    { kind: "suggestions", label: "پرطرفدارها", results: popular },
  ];
  return groups.filter(({ results }) => results.length > 0);
}
