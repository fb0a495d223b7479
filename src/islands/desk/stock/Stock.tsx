import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { formatNumber } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import {
  $stock,
  type Stock as StockValue,
  type StockProduct,
  loadStock,
} from "../../../stores/desk/stock.ts";
import { $underWay, loadUnderWay } from "../../../stores/desk/import.ts";
import { badWords, coverWords, isBadShare } from "./words.ts";

/** Products, ordered by how long their codes last, and a summary of their suppliers. */
export function Stock({ isLowOnly }: { isLowOnly: boolean }) {
  const stock = useStore($stock);
  useEffect(() => {
    void loadStock();
    void loadUnderWay();
  }, []);
  return (
    <div className="flex flex-col gap-4">
      <UnderWay />
      <section className="desk-card" aria-labelledby="stock-products">
        <header>
          <h2 id="stock-products">کالاها</h2>
          <nav className="chips" aria-label="کدام کالاها">
            <a href="/desk/stock" aria-current={isLowOnly ? undefined : "page"}>
              همه
            </a>
            <a href="/desk/stock?only=low" aria-current={isLowOnly ? "page" : undefined}>
              {`رو به پایان${stock.state === "ready" ? ` (${formatNumber(lowOf(stock.value).length)})` : ""}`}
            </a>
          </nav>
        </header>
        <div className="desk-list">
          {stock.state === "loading" && <RowsSkeleton rows={6} />}
          {stock.state === "failed" && (
            <ErrorBox message={stock.message} onRetry={() => void loadStock()} />
          )}
          {stock.state === "ready" && (
            <Products
              rows={isLowOnly ? lowOf(stock.value) : stock.value.products}
              isLowOnly={isLowOnly}
            />
          )}
        </div>
      </section>
      {stock.state === "ready" && stock.value.suppliers.length > 0 && (
        <Suppliers rows={stock.value.suppliers} />
      )}
    </div>
  );
}

/** Files of codes that an operator is checking, or that are being added. */
function UnderWay() {
  const imports = useStore($underWay);
  if (imports.length === 0) return null;
  return (
    <ul className="under-way" aria-label="پرونده‌های در راه">
      {imports.map(({ id, productId, productName, fileName, state, by, lines, sent, left }) => (
        <li key={id}>
          <a translate="no" className="desk-link" href={`/desk/stock/${productId}`}>
            {productName}
          </a>
          <span>
            <span>«</span>
            <bdi>{fileName}</bdi>
            <span>{"» از "}</span>
            <bdi>{by}</bdi>
            <span>{`: ${
              state === "adding"
                ? `${formatNumber(sent - left)} از ${formatNumber(sent)} سطر به انبار رفت`
                : sent < lines
                  ? `${formatNumber(sent)} از ${formatNumber(lines)} سطر رسید`
                  : "پیش‌نمایش، هنوز افزوده نشده"
            }`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const lowOf = ({ products }: StockValue) => products.filter(({ lowSince }) => lowSince !== null);

function Products({ rows, isLowOnly }: { rows: readonly StockProduct[]; isLowOnly: boolean }) {
  if (rows.length === 0)
    return isLowOnly ? (
      <EmptyState
        text="کالایی در این فهرست نیست."
        next="کالایی که کدهایش از مرز هشدار کمتر شود این‌جا می‌آید، تا وقتی دوباره پر شود."
      />
    ) : (
      <EmptyState
        text="هنوز کالایی با تحویل آنی نیست."
        next="آن را در «کالا و قیمت» بسازید؛ کدهایش این‌جا افزوده می‌شود."
      />
    );
  return (
    <DataTable
      caption="انبار کالاها"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      line={lineOf}
    />
  );
}

/** A product of the list, as it is drawn on a phone. */
const lineOf = (row: StockProduct) => ({
  name: <span translate="no">{row.name}</span>,
  href: `/desk/stock/${row.id}`,
  amount: `${formatNumber(row.free)} آزاد`,
  facts: [
    `${formatNumber(row.sold30)} فروش در ۳۰ روز`,
    ...(row.waiting > 0 ? [`${formatNumber(row.waiting)} منتظر`] : []),
    ...(row.bad > 0 ? [`${badWords(row)} خراب`] : []),
  ].join(" · "),
  chip: <Cover row={row} />,
});

const COLUMNS: readonly Column<StockProduct>[] = [
  {
    title: "کالا",
    cell: ({ id, name, region, isActive }) => (
      <span className="cell-lines">
        <a translate="no" className="desk-link" href={`/desk/stock/${id}`}>
          {name}
        </a>
        <small className="text-muted">{`${region}${!isActive ? " · پنهان" : ""}`}</small>
      </span>
    ),
  },
  { title: "دوام", cell: (row) => <Cover row={row} /> },
  {
    title: "آزاد",
    cell: ({ free, recalled }) => (
      <span className="cell-lines">
        <b>{formatNumber(free)}</b>
        {recalled > 0 && (
          <small className="text-anar">{`${formatNumber(recalled)} فراخوانده`}</small>
        )}
      </span>
    ),
  },
  { title: "نگه‌داشته", cell: ({ held }) => quiet(held) },
  { title: "فروش ۳۰ روز", cell: ({ sold30 }) => quiet(sold30) },
  {
    title: "مرز هشدار",
    cell: ({ threshold, isOwnThreshold }) => (
      <span title={isOwnThreshold ? "مرزی که نوشته‌اید" : "فروش یک هفته"}>
        {threshold === 0 ? "بی‌هشدار" : formatNumber(threshold)}
      </span>
    ),
  },
  { title: "منتظر", cell: ({ waiting }) => quiet(waiting, " نفر") },
  { title: "خراب", cell: (row) => <Bad row={row} /> },
];

/** Shows a zero in grey, because it tells nothing. */
const quiet = (count: number, unit = "") =>
  count === 0 ? <span className="text-muted">۰</span> : `${formatNumber(count)}${unit}`;

function Cover({ row }: { row: StockProduct }) {
  const words = coverWords(row);
  if (row.lowSince === null && row.free > 0) return <span>{words}</span>;
  return (
    <span className="row-acts">
      <StatusBadge tone={row.free === 0 ? "bad" : "waiting"}>{words}</StatusBadge>
      {row.lowSince !== null && (
        <small className="text-muted">
          از <RelativeDate at={row.lowSince} isShort />
        </small>
      )}
    </span>
  );
}

export function Bad({ row }: { row: { bad: number; sold: number } }) {
  const words = badWords(row);
  if (words === "") return <span className="text-muted">۰</span>;
  return <span className={isBadShare(row) ? "text-anar" : ""}>{words}</span>;
}

function Suppliers({ rows }: { rows: StockValue["suppliers"] }) {
  return (
    <section className="desk-card" aria-labelledby="stock-suppliers">
      <header>
        <h2 id="stock-suppliers">تأمین‌کنندگان</h2>
        <p className="text-muted">سهم کدهایی که خراب درآمدند، از کدهای فروخته</p>
      </header>
      <div className="desk-list">
        <DataTable
          caption="سهم خراب هر تأمین‌کننده"
          columns={[
            { title: "نام", cell: ({ name }) => <b>{name}</b> },
            { title: "بسته‌ها", cell: ({ batches }) => formatNumber(batches) },
            { title: "فروخته", cell: ({ sold }) => formatNumber(sold) },
            { title: "خراب", cell: (row) => <Bad row={row} /> },
          ]}
          rows={rows}
          rowKey={({ name }) => name}
        />
      </div>
    </section>
  );
}
