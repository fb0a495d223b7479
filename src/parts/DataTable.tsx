import type { ReactNode } from "react";
import { type Line, ListRow } from "./ListRow.tsx";
import { useIsDesktop } from "./use-is-desktop.ts";

export interface Column<Row> {
  title: string;
  cell: (row: Row, index: number) => ReactNode;
  /** True for a column of buttons: a card shows it at its bottom, without the column's title. */
  isAction?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /**
   * Returns a row as a narrow screen shows it. Without this function, a row is a card with a line
   * for each column.
   */
  line?: ((row: Row) => Line) | undefined;
  /** Zero-based number of the first row. */
  offset?: number;
}

/** Shows rows as a table on wide screens, and as short rows or cards on narrow ones. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { line } = props;
  if (useIsDesktop()) return <Rows {...props} />;
  return line ? <Lines {...props} line={line} /> : <Cards {...props} />;
}

function Rows<Row>({ caption, columns, rows, rowKey, offset = 0 }: DataTableProps<Row>) {
  return (
    <div className="card overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
      <table className="table table-tight">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.title}>{column.cell(row, offset + index)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Lines<Row>({
  caption,
  rows,
  rowKey,
  line,
}: DataTableProps<Row> & { line: (row: Row) => Line }) {
  return (
    <ul aria-label={caption} className="list-rows">
      {rows.map((row) => (
        <ListRow key={rowKey(row)} {...line(row)} />
      ))}
    </ul>
  );
}

function Cards<Row>({ caption, columns, rows, rowKey, offset = 0 }: DataTableProps<Row>) {
  const facts = columns.filter((column) => !column.isAction);
  const actions = columns.filter((column) => column.isAction);
  return (
    <ul aria-label={caption} className="flex flex-col gap-3">
      {rows.map((row, index) => (
        <li key={rowKey(row)} className="card p-4">
          <dl className="flex flex-col gap-2 text-sm">
            {facts.map((column) => (
              <div
                key={column.title}
                className="flex flex-wrap items-baseline justify-between gap-x-4"
              >
                <dt className="text-muted">{column.title}</dt>
                <dd className="min-w-0 text-end font-medium wrap-anywhere">
                  {column.cell(row, offset + index)}
                </dd>
              </div>
            ))}
          </dl>
          {actions.map((column) => (
            <div key={column.title} className="mt-4 flex flex-col">
              {column.cell(row, offset + index)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
