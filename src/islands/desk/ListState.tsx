import type { ReactNode } from "react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../parts/Skeleton.tsx";
import type { Pages } from "../../stores/desk/pages.ts";

interface ListStateProps<Row> {
  pages: Pages<Row>;
  /** Loads the first page again, or the next one. */
  load: (isMore?: boolean) => unknown;
  /** Shown when there are no rows. */
  empty: ReactNode;
  children: ReactNode;
}

/**
 * A list of the desk: placeholders first, its last rows when a refresh fails, and a button for
 * more.
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
