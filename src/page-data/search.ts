import * as contract from "../../contract/search.ts";
import type { SearchResult } from "../../contract/search.ts";

/** The outcome of a query. `tooLong` and `tooMany` are refusals, without results. */
export type Searched = { state: "found"; result: SearchResult } | { state: "tooLong" | "tooMany" };

/** Searches for a page. Throws when the shop fails, so that visitors get the error page. */
export async function readSearch(locals: App.Locals, query: string): Promise<Searched> {
  if (!contract.isSearchable(query)) return { state: "tooLong" };
  const address = `/search?${new URLSearchParams({ query }).toString()}`;
  const response = await locals.shop(address);
  if (response.status === 429) return { state: "tooMany" };
  if (!response.ok) throw new Error(`The shop answered a search with ${String(response.status)}`);
  return { state: "found", result: contract.search.answer.parse(await response.json()) };
}
