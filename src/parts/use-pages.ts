import { useState } from "react";
import { useIsDesktop } from "./use-is-desktop.ts";

/** Section 9: choices of rows per page. */
export const PAGE_SIZES = [5, 10, 25, 50] as const;
const DESKTOP_SIZE = 10;
const CARDS_SIZE = 5;

export interface Paging {
  pageIndex: number;
  pageSize: number;
  /** One-based numbers of the first and last row on this page. */
  first: number;
  last: number;
  /** Number of rows loaded. `hasMore` is true when the server has more. */
  total: number;
  hasMore: boolean;
  hasNext: boolean;
  isFetching: boolean;
  changeSize: (size: number) => void;
  previous: () => void;
  next: () => Promise<void>;
}

/** Divides the loaded rows into pages. Turning past the last page fetches more rows. */
export function usePages<Row>(
  rows: readonly Row[],
  hasMore: boolean,
  fetchMore: () => Promise<boolean>,
): { page: readonly Row[]; paging: Paging } {
  const isDesktop = useIsDesktop();
  const [chosenSize, setChosenSize] = useState<number | null>(null);
  const [firstIndex, setFirstIndex] = useState(0);
  const [isFetching, setIsFetching] = useState(false);
  const pageSize = chosenSize ?? (isDesktop ? DESKTOP_SIZE : CARDS_SIZE);
  const pageIndex = Math.floor(Math.min(firstIndex, Math.max(0, rows.length - 1)) / pageSize);
  const start = pageIndex * pageSize;
  const end = Math.min(start + pageSize, rows.length);

  const next = async () => {
    if (start + 2 * pageSize > rows.length && hasMore) {
      setIsFetching(true);
      const hasGrown = await fetchMore();
      setIsFetching(false);
      if (!hasGrown && start + pageSize >= rows.length) return;
    }
    setFirstIndex(start + pageSize);
  };
  return {
    page: rows.slice(start, end),
    paging: {
      pageIndex,
      pageSize,
      first: start + 1,
      last: end,
      total: rows.length,
      hasMore,
      hasNext: end < rows.length || hasMore,
      isFetching,
      changeSize: setChosenSize,
      previous: () => {
        setFirstIndex(Math.max(0, start - pageSize));
      },
      next,
    },
  };
}
