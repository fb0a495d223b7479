import { type FiguresAnswer, type FiguresBar, OWED_KINDS } from "../../../contract/desk/figures.ts";
import { tehranDay, writeGregorian, writePersian } from "../../../persian/calendar.ts";
import { readTogether } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { type Period, type Slot, periodOf, slotsOf } from "./period.ts";
import * as statements from "./statements.ts";

type Question = Parameters<typeof periodOf>[0];

/** The number of products in the list of best sellers. */
const BEST_SELLERS = 8;

/** The sums of some days. */
interface Sums {
  sales: number;
  profit: number;
  refunds: number;
  cost: number;
  earnings: number;
  orders: number;
  baskets: number;
  ended: number;
  kept: number;
  fromGateway: number;
  fromWallet: number;
}

const NOTHING: Sums = {
  sales: 0,
  profit: 0,
  refunds: 0,
  cost: 0,
  earnings: 0,
  orders: 0,
  baskets: 0,
  ended: 0,
  kept: 0,
  fromGateway: 0,
  fromWallet: 0,
};

/** The ledger book of each kind of debt, and the page of the desk that lists its rows. */
const OWED = {
  wallet: { book: "shopper", rows: "/desk/money?tab=owed&kind=wallet" },
  withdrawal: { book: "withdrawal", rows: "/desk/money?tab=withdrawals" },
  refund: { book: "refund", rows: "/desk/money?tab=flow&kind=refund" },
  hold: { book: "hold", rows: "/desk/orders?state=awaiting" },
  undelivered: { book: "clearing", rows: "/desk/orders?delivery=pending" },
  earning: { book: "earning", rows: "/desk/money?tab=owed&kind=earning" },
} as const satisfies Record<(typeof OWED_KINDS)[number], { book: string; rows: string | null }>;

/** Reads the figures of a period. The cost grows with the number of days, not of orders. */
export async function readFigures(
  { db, now }: Pick<Shop, "db" | "now">,
  question: Question,
  productsMax = BEST_SELLERS,
): Promise<FiguresAnswer> {
  const today = tehranDay(now());
  const period = periodOf(question, today);
  const { from, to, before } = period;
  const slots = slotsOf(period, today);
  // The figures and the bars of the chart are compared with earlier days, which are read too.
  const first = Math.min(before.from, ...slots.map((slot) => slot.before?.from ?? from));
  const [days, sums, promises, books, products, [demo]] = await readTogether(db, [
    statements.findDays(db, first, to),
    statements.findSums(db, first, to),
    statements.findPromises(db, first, to),
    statements.findBooks(db),
    statements.findBestSellers(db, { from, to }, today, productsMax),
    statements.findDemo(db),
  ]);
  const byDay = gather(days, sums, promises);
  const here = addUp(byDay, from, to);
  const there = addUp(byDay, before.from, before.to);
  const rows = ordersOf(period);
  return {
    period: {
      span: period.span,
      name: period.name,
      title: period.title,
      days: Math.max(0, to - from + 1),
      isOver: period.isOver,
      comparedTitle: before.title,
      previous: period.previous,
      next: period.next,
    },
    sales: { value: here.sales, before: there.sales, rows },
    profit: { value: here.profit, before: there.profit, rows },
    orders: { value: here.orders, before: there.orders, rows },
    bought: {
      part: here.orders,
      whole: here.baskets,
      before: { part: there.orders, whole: there.baskets },
      rows,
    },
    promises: {
      part: here.kept,
      whole: here.ended,
      before: { part: there.kept, whole: there.ended },
      rows: `/desk/log?since=${writeGregorian(from)}&until=${writeGregorian(to)}`,
    },
    bars: slots.map((slot) => showBar(byDay, slot)),
    owed: showOwed(books),
    products: products.map((row) => ({
      id: row.id,
      name: row.name,
      units: row.units,
      orders: row.orders,
      sales: row.sales_toman,
      profit: row.profit_toman,
      free: row.free,
      coverDays: row.recent_units <= 0 ? null : Math.floor((row.free * 30) / row.recent_units),
      rows: `${rows}&product=${encodeURIComponent(row.id)}`,
    })),
    productsCount: products[0]?.products ?? 0,
    isDemo: demo?.is_demo === 1,
  };
}

/** Returns the address of the list with the orders of a period. */
const ordersOf = ({ from, to }: Pick<Period, "from" | "to">) =>
  `/desk/orders?from=${writePersian(from)}&to=${writePersian(to)}${from === to ? `&day=${writeGregorian(from)}` : ""}`;

function gather(
  days: readonly statements.DayRow[],
  sums: readonly statements.SumRow[],
  promises: readonly statements.PromiseRow[],
): Map<number, Sums> {
  const byDay = new Map<number, Sums>();
  const add = (day: number, more: Partial<Sums>) =>
    byDay.set(day, { ...NOTHING, ...byDay.get(day), ...more });
  for (const row of days)
    add(row.day, {
      sales: row.sales_toman - row.refunds_toman,
      refunds: row.refunds_toman,
      earnings: row.earnings_toman,
      fromGateway: row.gateway_toman,
      fromWallet: row.wallet_toman,
    });
  for (const { day, orders, baskets, cost_toman: cost } of sums)
    add(day, { orders, baskets, cost });
  for (const { day, ended, kept } of promises) add(day, { ended, kept });
  for (const [day, { sales, cost, earnings }] of byDay)
    add(day, { profit: sales - cost - earnings });
  return byDay;
}

function addUp(byDay: ReadonlyMap<number, Sums>, from: number, to: number): Sums {
  const total = { ...NOTHING };
  for (let day = from; day <= to; day++) {
    const sums = byDay.get(day);
    if (sums) for (const key of Object.keys(total) as (keyof Sums)[]) total[key] += sums[key];
  }
  return total;
}

function showBar(byDay: ReadonlyMap<number, Sums>, slot: Slot): FiguresBar {
  const { baskets: _, ended: _ended, kept: _kept, ...sums } = addUp(byDay, slot.from, slot.to);
  return {
    name: slot.name,
    title: slot.title,
    date: writeGregorian(slot.from),
    ...sums,
    salesBefore: slot.before ? addUp(byDay, slot.before.from, slot.before.to).sales : null,
    isOpen: slot.isOpen,
  };
}

function showOwed(books: readonly statements.BookRow[]): FiguresAnswer["owed"] {
  const balance = ({ credits_toman, debits_toman }: statements.BookRow) =>
    credits_toman - debits_toman;
  const parts = OWED_KINDS.map((kind) => {
    const { book, rows } = OWED[kind];
    const found = books.find(({ name }) => name === book);
    return { kind, amount: found ? balance(found) : 0, count: found?.filled ?? 0, rows };
  });
  const outside = books.filter(({ name }) => /^(?:gateway|bank):/.test(name));
  return {
    total: parts.reduce((sum, { amount }) => sum + amount, 0),
    parts,
    held: -outside.reduce((sum, book) => sum + balance(book), 0),
  };
}
