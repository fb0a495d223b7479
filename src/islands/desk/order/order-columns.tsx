import { formatClock, formatShortDay } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import type { Line } from "../../../parts/ListRow.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import type { OrderRow } from "../../../stores/desk/order.ts";
import { DELIVERIES, ORDER_STATES, groupsOf } from "./words.ts";

/** An order in the list: a row of the table, or a card on a phone. */

const nameOf = ({ person: { firstName, lastName } }: OrderRow) =>
  `${firstName} ${lastName}`.trim() || "بدون نام";
const productsOf = ({ products }: OrderRow) =>
  products
    .map(({ name, quantity }) => (quantity === 1 ? name : `${name} × ${toPersianDigits(quantity)}`))
    .join("، ");
const paidBy = ({ fromCard, fromWallet }: OrderRow) =>
  fromCard === 0 ? "کیف پول" : fromWallet === 0 ? "درگاه" : "درگاه و کیف پول";
const hrefOf = ({ id }: OrderRow) => `/desk/orders/${id}`;

function State({ row }: { row: OrderRow }) {
  if (row.isHeld) return <StatusBadge tone="waiting">نگه‌داشته برای دیدن</StatusBadge>;
  if (row.state !== "paid" || row.deliveryStatus === "delivered") {
    const { words, tone } =
      row.state === "paid" ? DELIVERIES[row.deliveryStatus] : ORDER_STATES[row.state];
    return <StatusBadge tone={tone}>{words}</StatusBadge>;
  }
  const { words, tone } = DELIVERIES[row.deliveryStatus];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

function When({ at, now }: { at: string; now: number }) {
  const day = formatShortDay(at, now);
  return (
    <time dateTime={at}>
      <span>{day === formatShortDay(now, now) ? "" : `${day} `}</span>
      <span className="text-muted">{formatClock(at)}</span>
    </time>
  );
}

/** The columns of the table, at the time `now`. */
export const orderColumns = (now: number): readonly Column<OrderRow>[] => [
  {
    title: "شماره",
    cell: (row) => (
      <a className="row-link" href={hrefOf(row)}>
        <bdi dir="ltr">{toPersianDigits(row.number)}</bdi>
      </a>
    ),
  },
  { title: "زمان", cell: ({ createdAt }) => <When at={createdAt} now={now} /> },
  {
    title: "خریدار",
    cell: (row) => (
      <span className="orders-person">
        <span>{nameOf(row)}</span>
        <bdi dir="ltr">{toPersianDigits(groupsOf(row.person.phone))}</bdi>
      </span>
    ),
  },
  {
    title: "کالاها",
    cell: (row) => (
      <span translate="no" className="orders-products" title={productsOf(row)}>
        {productsOf(row)}
      </span>
    ),
  },
  { title: "مبلغ (تومان)", cell: ({ total }) => <b>{formatNumber(total)}</b> },
  { title: "پرداخت از", cell: paidBy },
  { title: "وضعیت", cell: (row) => <State row={row} /> },
];

export const orderLine = (row: OrderRow, now: number): Line => ({
  name: <span translate="no">{productsOf(row)}</span>,
  href: hrefOf(row),
  amount: <b>{formatNumber(row.total)}</b>,
  facts: (
    <>
      <bdi dir="ltr">{toPersianDigits(row.number)}</bdi>
      <span>{` · ${nameOf(row)} · `}</span>
      <When at={row.createdAt} now={now} />
    </>
  ),
  chip: <State row={row} />,
});
