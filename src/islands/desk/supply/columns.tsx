import { foreignMoney } from "../../../../persian/currency.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { ShortNumber } from "../../../parts/ShortNumber.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import type { ProductSupply, SupplierOrder } from "../../../stores/desk/supply.ts";
import { REASONS, SOURCES, STATES, WAITS_FOR } from "./words.ts";

/** Products whose codes a supplier delivers, as the list shows them. */
export const productColumns = (
  onChange: ((rule: ProductSupply) => void) | null,
): readonly Column<ProductSupply>[] => [
  {
    title: "محصول",
    cell: (row) => (
      <span className="cell-lines">
        <b translate="no">{row.productName}</b>
        <small className="text-muted">
          <span>{`کارت ${foreignMoney(row.face, row.faceCurrency)} · `}</span>
          <bdi dir="ltr">{`#${row.sku}`}</bdi>
        </small>
      </span>
    ),
  },
  { title: "از کجا", cell: (row) => SOURCES[row.source] },
  {
    title: "سقف",
    cell: (row) => (
      <span className="cell-lines">
        <span className="whitespace-nowrap">{`هر کد ${formatToman(row.ceilingCode)}`}</span>
        <small className="text-muted">
          {row.ceilingDay === null ? "روز: بی سقف" : `روز: ${formatToman(row.ceilingDay)}`}
        </small>
      </span>
    ),
  },
  {
    title: "موجودی",
    cell: (row) => (
      <span className="cell-lines">
        <span>{row.available === 0 ? "ناموجود" : formatNumber(row.available)}</span>
        <small className="text-muted">{`در قفسه ${formatNumber(row.shelf)}`}</small>
      </span>
    ),
  },
  ...(onChange
    ? [
        {
          title: "کار",
          isAction: true,
          cell: (row: ProductSupply) => (
            <button
              type="button"
              className="button-quiet button-small"
              aria-label={`تغییر تأمین ${row.productName}`}
              onClick={() => onChange(row)}
            >
              تغییر
            </button>
          ),
        },
      ]
    : []),
];

/** Orders at suppliers, as the list shows them. */
export const orderColumns = (
  onAgain: ((ref: string) => void) | null,
): readonly Column<SupplierOrder>[] => [
  {
    title: "سفارش",
    cell: (row) => (
      <span className="cell-lines">
        <a className="desk-link" href={`/desk/orders/${row.orderId}`}>
          <ShortNumber thing={{ id: row.orderId, number: row.orderNumber }} />
        </a>
        <small className="text-muted">
          <RelativeDate at={row.createdAt} />
        </small>
      </span>
    ),
  },
  {
    title: "محصول",
    cell: (row) => (
      <span className="cell-lines">
        <span translate="no">{`${formatNumber(row.quantity)} × ${row.productName}`}</span>
        <small className="text-muted">
          <bdi dir="ltr">{row.ref}</bdi>
        </small>
      </span>
    ),
  },
  {
    title: "وضعیت",
    cell: ({ state, reason, waitsFor }) => (
      <span className="cell-lines">
        <StatusBadge tone={STATES[state].tone}>{STATES[state].words}</StatusBadge>
        {reason !== null && <small className="text-muted">{REASONS[reason]}</small>}
        {waitsFor !== null && <small className="text-muted">{WAITS_FOR[waitsFor]}</small>}
      </span>
    ),
  },
  {
    title: "بها",
    cell: ({ unitCost, cost, costCurrency }) =>
      unitCost === null ? (
        "—"
      ) : (
        <span className="cell-lines">
          <Toman amount={unitCost} />
          <small className="text-muted">{foreignMoney(cost ?? "", costCurrency ?? "")}</small>
        </span>
      ),
  },
  ...(onAgain
    ? [
        {
          title: "کار",
          isAction: true,
          cell: (row: SupplierOrder) =>
            row.canAskAgain ? (
              <button
                type="button"
                className="button-quiet button-small"
                onClick={() => onAgain(row.ref)}
              >
                دوباره بپرس
              </button>
            ) : null,
        },
      ]
    : []),
];
