import { type WritableAtom, atom } from "nanostores";
import type { Outcome } from "../call.ts";

/** A list of the desk that is loaded page by page. If a refresh fails, its last rows stay. */
export interface Pages<Row> {
  state: "loading" | "failed" | "ready";
  rows: readonly Row[];
  nextCursor: string | null;
  /** Why the last call failed, or empty. */
  message: string;
}

export const newPages = <Row>() =>
  atom<Pages<Row>>({ state: "loading", rows: [], nextCursor: null, message: "" });

interface Page<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
}

/** Loads the first page, or with `isMore` the next one. Returns true on success. */
export async function loadPages<Row>(
  $pages: WritableAtom<Pages<Row>>,
  ask: (cursor: string | undefined) => Promise<Outcome<Page<Row>>>,
  isMore = false,
): Promise<boolean> {
  const before = $pages.get();
  const outcome = await ask(isMore ? (before.nextCursor ?? undefined) : undefined);
  $pages.set(
    outcome.ok
      ? {
          state: "ready",
          rows: isMore ? [...before.rows, ...outcome.value.rows] : outcome.value.rows,
          nextCursor: outcome.value.nextCursor,
          message: "",
        }
      : { ...before, state: "failed", message: outcome.message },
  );
  return outcome.ok;
}

/** Returns an outcome with its rows in `rows`. The answer has them in the field named by `name`. */
export function asPage<Name extends string, Row>(
  outcome: Outcome<Record<Name, readonly Row[]> & { nextCursor: string | null }>,
  name: Name,
): Outcome<Page<Row>> {
  return outcome.ok
    ? { ...outcome, value: { rows: outcome.value[name], nextCursor: outcome.value.nextCursor } }
    : outcome;
}
