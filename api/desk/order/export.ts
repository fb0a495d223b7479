import { readAll } from "../../base/batch.ts";
import { EXPORTED_ORDERS_MAX } from "../../../contract/desk/order.ts";
import { tehranDay, writeGregorian, writePersian } from "../../../persian/calendar.ts";
import { toLatinDigits } from "../../../persian/digits.ts";
import { formatClock } from "../../../persian/dates.ts";
import { writeCsv } from "../../../persian/write-csv.ts";
import { type Cursor, NEWEST } from "../../base/page.ts";
import { showPerson } from "../../base/person.ts";
import { type FoundOrderRow, type OrderFilter, findDeskOrders } from "./statements.ts";
import { overallStatus } from "../../buying/order/show-order.ts";

/**
 * Orders that one query reads, and the most queries of one export. When a filter finds few orders,
 * the export may reach this limit before all orders were read.
 */
const PAGE = 500;
const PAGES_MAX = 20;

const HEAD = [
  "شماره",
  "تاریخ",
  "تاریخ میلادی",
  "ساعت",
  "خریدار",
  "موبایل",
  "کالاها",
  "مبلغ (تومان)",
  "از درگاه",
  "از کیف پول",
  "وضعیت",
  "تحویل",
];

/** Writes the orders of a filter as a table, newest first. */
export async function exportTable(db: D1Database, filter: OrderFilter, now: number) {
  const rows: FoundOrderRow[] = [];
  let after: Cursor | null = NEWEST;
  for (let page = 0; page < PAGES_MAX && after && rows.length < EXPORTED_ORDERS_MAX; page++) {
    const found: FoundOrderRow[] = await readPage(db, filter, after);
    const [first] = found;
    rows.push(...found.filter(({ id }) => id !== null));
    // When a query has reached its limit of read rows, the next query continues after the last of
    // these rows.
    after = first?.last_id == null ? null : { at: first.last_at ?? 0, id: first.last_id };
  }
  return {
    name: `armaghan-orders-${writePersian(tehranDay(now))}.csv`,
    text: writeCsv([HEAD, ...rows.slice(0, EXPORTED_ORDERS_MAX).map(cells)], { hasDates: true }),
    isWhole: after === null && rows.length <= EXPORTED_ORDERS_MAX,
  };
}

async function readPage(db: D1Database, filter: OrderFilter, after: Cursor) {
  return await readAll(findDeskOrders(db, filter, after, PAGE));
}

function cells(row: FoundOrderRow) {
  const { firstName, lastName, phone } = showPerson(row);
  const products = JSON.parse(row.products) as { name: string; quantity: number }[];
  const day = tehranDay(row.created_at);
  return [
    row.number,
    writePersian(day),
    writeGregorian(day),
    toLatinDigits(formatClock(row.created_at)),
    `${firstName} ${lastName}`.trim(),
    phone,
    products.map(({ name, quantity }) => `${name} × ${String(quantity)}`).join("، "),
    row.total_toman,
    row.gateway_toman,
    row.wallet_toman,
    row.state,
    overallStatus(row.delivery_statuses),
  ];
}
