import { readAll } from "../../base/batch.ts";
import { Hono } from "hono";
import type { FiguresAnswer } from "../../../contract/desk/figures.ts";
import { getFigures, getFiguresFile, listDebts } from "../../../contract/desk/figures.ts";
import { query } from "../../base/context.ts";
import { noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { writeCsv } from "../../../persian/write-csv.ts";
import { OLDEST, cutPage, readCursor } from "../../base/page.ts";
import { findDebts, showDebt } from "./debts.ts";
import { readFigures } from "./read-figures.ts";

/** The most products in a file of figures: more than any shop sells in a year. */
const FILE_PRODUCTS_MAX = 5_000;

export const deskFigures = new Hono<OperatorEnv>();

deskFigures.get("/figures", query(getFigures.query), async (c) =>
  c.json(await readFigures(c.var.shop, c.var.query)),
);

deskFigures.get("/figures/debts", query(listDebts.query), async (c) => {
  const { kind, limit, cursor } = c.var.query;
  const results = await readAll(
    findDebts(c.var.shop.db, kind, readCursor(cursor) ?? OLDEST, limit + 1),
  );
  const { page, nextCursor } = cutPage(results, limit, ({ due_at: at, id }) => ({
    at: at ?? 0,
    id,
  }));
  return c.json({ debts: page.map(showDebt), nextCursor });
});

deskFigures.get("/figures.csv", query(getFiguresFile.query), async (c) => {
  const { table, ...question } = c.var.query;
  const figures = await readFigures(c.var.shop, question, FILE_PRODUCTS_MAX);
  const { operator, shop } = c.var;
  const subjectId = `${table} ${figures.period.name}`;
  await noteView({ db: shop.db, operator, moment: shop.now() }, "figures", subjectId).run();
  const name = `armaghan-${table}-${figures.period.name}.csv`;
  return c.body(
    writeCsv(table === "days" ? dayRows(figures) : productRows(figures), { hasDates: true }),
    200,
    {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    },
  );
});

function dayRows({ bars }: FiguresAnswer) {
  return [
    [
      "تاریخ",
      "تاریخ میلادی",
      "سفارش",
      "فروش (تومان)",
      "بازپرداخت",
      "بهای کدها",
      "پاداش و معرفی",
    ].concat(["سود", "دریافت از درگاه", "پرداخت از کیف پول"]),
    ...bars.map((bar) => [
      bar.name,
      bar.date,
      bar.orders,
      bar.sales,
      bar.refunds,
      bar.cost,
      bar.earnings,
      bar.profit,
      bar.fromGateway,
      bar.fromWallet,
    ]),
  ];
}

function productRows({ period, products, bars }: FiguresAnswer) {
  return [
    ["دوره", "از تاریخ میلادی", "شناسه", "کالا", "سفارش", "تعداد", "فروش (تومان)", "سود", "موجودی"],
    ...products.map((product) => [
      period.name,
      bars[0]?.date ?? "",
      product.id,
      product.name,
      product.orders,
      product.units,
      product.sales,
      product.profit,
      product.free ?? 0,
    ]),
  ];
}
