import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId } from "react";
import { formatNumber } from "../../persian/toman.ts";
import { PAGE_SIZES, type Paging } from "./use-pages.ts";
import { Spinner } from "./Spinner.tsx";

export function Pagination({ paging }: { paging: Paging }) {
  const id = useId();
  const { pageSize, first, last, total, hasMore, isFetching } = paging;
  const isFirst = paging.pageIndex === 0;
  const isLast = !paging.hasNext;
  // Renders nothing when the whole list fits on the smallest page.
  if (total <= PAGE_SIZES[0] && !hasMore) return null;
  return (
    <nav
      aria-label="صفحه‌های فهرست"
      className="flex flex-wrap items-center justify-between gap-3 pt-4 text-sm"
    >
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-muted">
          تعداد در صفحه
        </label>
        <select
          id={id}
          className="field small-select"
          value={pageSize}
          onChange={(event) => {
            paging.changeSize(Number(event.target.value));
          }}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {formatNumber(size)}
            </option>
          ))}
        </select>
      </div>
      <p className="text-muted" aria-live="polite">
        {`${formatNumber(first)} تا ${formatNumber(last)} از ${hasMore ? "بیش از " : ""}${formatNumber(total)}`}
      </p>
      <div className="flex items-center gap-2">
        {/* `aria-disabled` instead of `disabled`, which would drop the focus of the button just
            pressed. */}
        <button
          type="button"
          className="button-quiet px-3"
          aria-disabled={isFirst}
          onClick={() => {
            if (!isFirst) paging.previous();
          }}
        >
          <ChevronRight size={18} aria-hidden="true" />
          قبلی
        </button>
        <button
          type="button"
          className="button-quiet px-3"
          aria-disabled={isLast || isFetching}
          aria-busy={isFetching}
          onClick={() => {
            if (!isLast && !isFetching) void paging.next();
          }}
        >
          <span>بعدی</span>
          {isFetching ? <Spinner /> : <ChevronLeft size={18} aria-hidden="true" />}
        </button>
      </div>
    </nav>
  );
}
