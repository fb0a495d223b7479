import { useStore } from "@nanostores/react";
import { formatNumber } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import { $files, type BankFile, loadFiles } from "../../../stores/desk/payout.ts";
import { ListState } from "../ListState.tsx";
import { FileState, fileName } from "./FileState.tsx";

const columns: readonly Column<BankFile>[] = [
  {
    title: "پرونده",
    cell: (file) => (
      <a className="desk-link" href={`/desk/money?tab=withdrawals&file=${file.id}`}>
        {fileName(file)}
      </a>
    ),
  },
  { title: "ساخته‌شده", cell: ({ madeAt }) => <RelativeDate at={madeAt} isShort /> },
  { title: "از", cell: ({ madeBy }) => <bdi>{madeBy}</bdi> },
  { title: "ردیف", cell: ({ rows }) => formatNumber(rows) },
  { title: "مبلغ", cell: ({ total }) => <Toman amount={total} /> },
  { title: "وضعیت", cell: (file) => <FileState file={file} /> },
];

/** Bank files, newest first. */
export function Files() {
  const files = useStore($files);
  return (
    <section className="desk-card" aria-labelledby="files">
      <header>
        <h2 id="files">پرونده‌های بانکی</h2>
      </header>
      <div className="desk-list">
        <ListState
          pages={files}
          load={loadFiles}
          empty={
            <EmptyState
              text="هنوز پرونده‌ای ساخته نشده است."
              next="برداشت‌ها را انتخاب کنید و یک پرونده بسازید؛ آن را به بانک بدهید و پاسخش را همین‌جا بچسبانید."
            />
          }
        >
          <DataTable
            caption="فهرست پرونده‌های بانکی"
            columns={columns}
            rows={files.rows}
            rowKey={({ id }) => id}
          />
        </ListState>
      </div>
    </section>
  );
}
