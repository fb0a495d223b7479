import { Download, RotateCcw, Undo2 } from "lucide-react";
import { useState } from "react";
import { batchName } from "../../../../persian/batch-name.ts";
import { formatDay } from "../../../../persian/dates.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import { type Batch, type Shelf, loadShelf } from "../../../stores/desk/stock.ts";
import { KeyHint } from "../KeyHint.tsx";
import { useKeys } from "../keys.ts";
import { MoveBatch } from "./MoveBatch.tsx";
import { PartsBar } from "./PartsBar.tsx";
import { Bad } from "./Stock.tsx";
import { TakeCodes } from "./TakeCodes.tsx";

interface BatchesProps {
  shelf: Shelf;
  canDecide: boolean;
}

/** The batches of a product: how many codes are sold, left or recalled, and how many were bad. */
export function Batches({ shelf, canDecide }: BatchesProps) {
  const [moving, setMoving] = useState<Batch | null>(null);
  const [taking, setTaking] = useState<Batch | null>(null);
  const { product, batches, nextCursor } = shelf;
  const newest = batches.find(({ free, recalled }) => free + recalled > 0);
  useKeys(
    "بسته‌ها",
    canDecide && newest
      ? [{ code: "KeyE", label: "گرفتن کدهای آزاد تازه‌ترین بسته", act: () => setTaking(newest) }]
      : [],
  );
  return (
    <section className="desk-card" aria-labelledby="stock-batches">
      <header>
        <h2 id="stock-batches">بسته‌ها</h2>
        <ul className="parts-legend" aria-hidden="true">
          <li className="part-free">آزاد</li>
          <li className="part-held">نگه‌داشته</li>
          <li className="part-sold">فروخته</li>
          <li className="part-recalled">فراخوانده</li>
          {batches.some(({ known }) => known > 0) && <li className="part-warn">بیرون‌رفته</li>}
        </ul>
      </header>
      <div className="desk-list">
        {batches.length === 0 ? (
          <EmptyState
            text="هنوز کدی نیست."
            next="پرونده‌ای از کدها بالا رها کنید؛ نخست فقط نگاه می‌کنیم."
          />
        ) : (
          <DataTable
            caption="بسته‌های این کالا"
            columns={[
              ...COLUMNS,
              ...(canDecide
                ? [
                    {
                      title: "کارها",
                      isAction: true,
                      cell: (row: Batch) => (
                        <Acts
                          row={row}
                          isKeyed={row === newest}
                          onMove={() => setMoving(row)}
                          onTake={() => setTaking(row)}
                        />
                      ),
                    },
                  ]
                : []),
            ]}
            rows={batches}
            rowKey={({ id }) => id}
          />
        )}
        {nextCursor !== null && (
          <button
            type="button"
            className="button-quiet self-center"
            onClick={() => void loadShelf(product.id, true)}
          >
            نمایش بیشتر
          </button>
        )}
      </div>
      <TakeCodes productId={shelf.product.id} batch={taking} onClose={() => setTaking(null)} />
      <MoveBatch productId={product.id} batch={moving} onClose={() => setMoving(null)} />
    </section>
  );
}

const COLUMNS: readonly Column<Batch>[] = [
  {
    title: "بسته",
    cell: ({ createdAt, invoice }) => (
      <span className="cell-lines">
        <b className="whitespace-nowrap">{formatDay(createdAt)}</b>
        {invoice !== null && (
          <small className="text-muted">
            فاکتور <bdi>{invoice}</bdi>
          </small>
        )}
      </span>
    ),
  },
  {
    title: "تأمین‌کننده",
    cell: ({ supplier }) =>
      supplier ?? <span className="whitespace-nowrap text-muted">ثبت نشده</span>,
  },
  {
    title: "بهای هر کد",
    cell: ({ unitCost, dollar }) => (
      <span className="cell-lines">
        <Toman amount={unitCost} />
        {dollar !== null && <small className="text-muted">{`دلار ${formatNumber(dollar)}`}</small>}
      </span>
    ),
  },
  { title: "کدها", cell: (row) => <Parts row={row} /> },
  { title: "خراب", cell: (row) => <Bad row={row} /> },
];

function Parts({ row }: { row: Batch }) {
  const parts = [
    { tone: "free", count: row.free, words: "آزاد" },
    { tone: "held", count: row.held, words: "نگه‌داشته" },
    { tone: "sold", count: row.sold, words: "فروخته" },
    { tone: "recalled", count: row.recalled, words: "فراخوانده" },
    { tone: "warn", count: row.known, words: "بیرون‌رفته" },
  ];
  const said = parts
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${formatNumber(count)} ${words}`)
    .join(" · ");
  return (
    <span className="batch-parts">
      <PartsBar parts={parts} />
      <small>{said === "" ? "بی‌کد" : said}</small>
      {row.recallReason !== null && (
        <small className="text-anar">
          فراخوانده: <bdi>{row.recallReason}</bdi>
        </small>
      )}
    </span>
  );
}

interface ActsProps {
  row: Batch;
  isKeyed: boolean;
  onMove: () => void;
  onTake: () => void;
}

function Acts({ row, isKeyed, onMove, onTake }: ActsProps) {
  const name = batchName(row);
  const isRecalled = row.recalledAt !== null;
  return (
    <span className="row-acts batch-acts">
      {(isRecalled || row.free + row.held > 0) && (
        <button type="button" className="button-quiet button-small" onClick={onMove}>
          {isRecalled ? (
            <RotateCcw size={14} aria-hidden="true" />
          ) : (
            <Undo2 size={14} aria-hidden="true" />
          )}
          <span>{isRecalled ? "برگرداندن" : "فراخواندن"}</span>
          <span className="sr-only">{` ${name}`}</span>
        </button>
      )}
      {row.free + row.recalled + row.known > 0 && (
        <button type="button" className="button-quiet button-small" onClick={onTake}>
          <Download size={14} aria-hidden="true" />
          <span>گرفتن کدها</span>
          <span className="sr-only">{` ${name}`}</span>
          <span className="contents"> </span>
          {isKeyed && <KeyHint code="KeyE" />}
        </button>
      )}
    </span>
  );
}
