import { type Column, DataTable } from "./DataTable.tsx";
import { Pagination } from "./Pagination.tsx";
import { usePages } from "./use-pages.ts";

interface PagedTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** What is loaded. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How to read on; without it these are all. */
  fetchMore?: (() => Promise<boolean>) | undefined;
}

const NO_MORE = () => Promise.resolve(false);

/** A list in pages, as a table or as cards. */
export function PagedTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
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
        offset={paging.first - 1}
      />
      <Pagination paging={paging} />
    </div>
  );
}
