import type { ReactNode } from "react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../parts/Skeleton.tsx";
import type { Pages } from "../../stores/desk/pages.ts";

interface ListStateProps<Row> {
  pages: Pages<Row>;
  /** Loads the next page when `isMore` is true, else the first page again. */
  load: (isMore?: boolean) => unknown;
  /** Shown when there are no rows. */
  empty: ReactNode;
  children: ReactNode;
}

/**
 * A list of the desk. It shows placeholders at first, keeps its last rows when a refresh fails, and
 * has a button for more.
 */
export function ListState<Row>({ pages, load, empty, children }: ListStateProps<Row>) {
  const { state, rows, nextCursor, message } = pages;
  if (state === "loading") return <RowsSkeleton rows={4} />;
  return (
    <>
      {state === "failed" && <ErrorBox message={message} onRetry={() => void load()} />}
      {rows.length > 0 ? (
        <div className={state === "failed" ? "opacity-60" : ""}>{children}</div>
      ) : (
        state === "ready" && <div className="contents">{empty}</div>
      )}
      {nextCursor !== null && (
        <button type="button" className="button-quiet self-center" onClick={() => void load(true)}>
          نمایش بیشتر
        </button>
      )}
    </>
  );
}
