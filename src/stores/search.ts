import { type ReadableAtom, atom } from "nanostores";
import type { SearchResult, search } from "../../contract/search.ts";
import { call } from "./call.ts";

/** Pause in typing after which the search starts. Section 11.2. */
const PAUSE_MS = 300;

export type SearchState =
  | { state: "idle" }
  | { state: "loading" }
  | { state: "failed" }
  | { state: "ready"; query: string; found: SearchResult };

/** The search of one field: the box in the header and the overlay each have one. */
export interface Search {
  $search: ReadableAtom<SearchState>;
  /** Searches when typing pauses. An empty text, or one of spaces, resets the results. */
  ask: (typed: string) => void;
  askNow: (typed: string) => void;
  reset: () => void;
}

export function createSearch(): Search {
  const $search = atom<SearchState>({ state: "idle" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the newest search. Answers to earlier ones are dropped. */
  let latest = 0;

  async function run(query: string, question: number): Promise<void> {
    $search.set({ state: "loading" });
    const outcome = await call<typeof search>("GET", "/search", {
      query: { query: query.toWellFormed() },
      needs: ["products", "subcategories", "tutorials", "help", "suggestions"],
    });
    if (question !== latest) return;
    $search.set(outcome.ok ? { state: "ready", query, found: outcome.value } : { state: "failed" });
  }

  function plan(typed: string, waitMs: number): void {
    clearTimeout(timer);
    latest += 1;
    const question = latest;
    const query = typed.trim();
    const shown = $search.get();
    if (query === "") $search.set({ state: "idle" });
    else if (shown.state !== "ready" || shown.query !== query)
      timer = setTimeout(() => void run(query, question), waitMs);
  }

  return {
    $search,
    ask: (typed) => {
      plan(typed, PAUSE_MS);
    },
    askNow: (typed) => {
      plan(typed, 0);
    },
    reset: () => {
      plan("", 0);
    },
  };
}
