import { type Column, DataTable } from "./DataTable.tsx";
import type { Line } from "./ListRow.tsx";
import { Pagination } from "./Pagination.tsx";
import { usePages } from "./use-pages.ts";

interface PagedTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** The rows loaded so far. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How a row looks on a narrow screen. */
  line?: (row: Row) => Line;
  /** Loads more rows. Undefined when all rows are loaded. */
  fetchMore?: (() => Promise<boolean>) | undefined;
}

const NO_MORE = () => Promise.resolve(false);

export function PagedTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  line,
  fetchMore,
}: PagedTableProps<Row>) {
  const { page, paging } = usePages(rows, fetchMore !== undefined, fetchMore ?? NO_MORE);
  return (
    <div>
      <DataTable
        caption={caption}
        columns={columns}
        rows={page}
        rowKey={rowKey}
        line={line}
        offset={paging.first - 1}
      />
      <Pagination paging={paging} />
    </div>
  );
}
