import { z } from "zod";
import { readPersian, readTypedDay } from "../../persian/calendar.ts";
import { refusals } from "../endpoint.ts";
import { ShortNumber, TYPED_MAX } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Person } from "./endpoint.ts";

/** Sales, profit and debts of the shop by days of the Persian calendar. Section 10.20. */

/** A date of the Persian calendar like 1405-08-27, in Latin digits; shorter for a month or a year. */
const persian = (length: 4 | 7 | 10) =>
  z.string().refine((text) => text.length === length && readPersian(text) !== null);
const PersianYear = persian(4);
export const PersianMonth = persian(7);
export const PersianDay = z
  .string()
  .max(TYPED_MAX)
  .transform((value) => readTypedDay(value) ?? "")
  .refine((day) => day !== "", { error: "روز را مانند ۱۴۰۵/۰۹/۳۰ بنویسید." });

const FiguresQuery = z
  .object({
    day: PersianDay.optional(),
    month: PersianMonth.optional(),
    year: PersianYear.optional(),
  })
  .refine(({ day, month, year }) => [day, month, year].filter(Boolean).length <= 1);

const Toman = z.number().int().describe("Toman");
const Rows = z
  .string()
  .nullable()
  .describe("Path of the desk page that lists the counted rows; null without one");
const Amount = z.object({ value: Toman, before: Toman, rows: Rows });
const Count = z.object({ value: z.number().int(), before: z.number().int(), rows: Rows });
const Share = z.object({
  part: z.number().int(),
  whole: z.number().int().describe("0 when there was nothing to count"),
  before: z.object({ part: z.number().int(), whole: z.number().int() }),
  rows: Rows,
});

const FiguresPeriod = z.object({
  span: z.enum(["day", "month", "year"]),
  name: z.string().describe("The period in the Persian calendar: 1405-08-27, 1405-08 or 1405"),
  title: z.string(),
  days: z.number().int().describe("Days of the period that are over or have begun"),
  isOver: z.boolean(),
  comparedTitle: z.string().describe("Title of the earlier period with which this one is compared"),
  previous: z.string(),
  next: z.string().nullable().describe("Null for the current period"),
});

/** A day of a month, or a month of a year. */
export const FiguresBar = z.object({
  name: z.string(),
  title: z.string(),
  date: z.iso.date().describe("Its first day in the Gregorian calendar"),
  sales: Toman.describe("Toman after discounts and refunds"),
  profit: Toman.describe("Sales minus the cost of codes, cashback and referral income, toman"),
  refunds: Toman,
  cost: Toman,
  earnings: Toman,
  orders: z.number().int(),
  fromGateway: Toman,
  fromWallet: Toman.describe("Toman that were paid from wallets; they came into the shop earlier"),
  salesBefore: Toman.nullable().describe(
    "Sales of the same day or month in the earlier period; null if it has none",
  ),
  isOpen: z.boolean().describe("True while the day or month is not over"),
});
export type FiguresBar = z.infer<typeof FiguresBar>;

export const OWED_KINDS = [
  "wallet",
  "withdrawal",
  "refund",
  "hold",
  "undelivered",
  "earning",
] as const;

const BestSeller = z.object({
  id: z.string(),
  name: z.string(),
  units: z.number().int(),
  orders: z.number().int(),
  sales: Toman,
  profit: Toman,
  free: z
    .number()
    .int()
    .nullable()
    .describe("Number of codes or units that can be sold; 1000 means 1000 or more"),
  coverDays: z
    .number()
    .int()
    .nullable()
    .describe("Days for which `free` lasts at the sales of the last 30 days; null without sales"),
  rows: Rows,
});

export const FiguresAnswer = z.object({
  period: FiguresPeriod,
  sales: Amount,
  profit: Amount,
  orders: Count,
  bought: Share.describe(
    "Carts that were bought. `part`: orders; `whole`: carts with at least one product",
  ),
  promises: Share.describe(
    "Promised times. `part`: those that were kept; `whole`: all that are over",
  ),
  bars: z.array(FiguresBar),
  owed: z
    .object({
      total: Toman,
      parts: z.array(
        z.object({ kind: z.enum(OWED_KINDS), amount: Toman, count: z.number().int(), rows: Rows }),
      ),
      held: Toman.describe(
        "Money that came in through gateways and did not go out again. The cost of codes is not subtracted, because the ledger does not know how they are paid",
      ),
    })
    .describe("The shop's debts now, independent of the period"),
  products: z.array(BestSeller),
  productsCount: z.number().int().describe("Number of products that were sold in the period"),
  isDemo: z.boolean().describe("True when the history of the shop is demo data"),
});
export type FiguresAnswer = z.infer<typeof FiguresAnswer>;

export const getFigures = {
  method: "GET",
  path: "/figures",
  role: "viewer",
  area: "figures",
  trace: "list",
  summary:
    "Get sales, profit, orders and kept promises of a day, month or year, and the shop's debts",
  query: FiguresQuery,
  answer: FiguresAnswer,
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

/** Debts that no other list of the desk shows. */
export const LISTED_DEBTS = ["wallet", "earning"] as const;

const Debt = z.object({
  id: z.string(),
  person: Person,
  amount: Toman,
  orderId: z
    .string()
    .nullable()
    .describe("The order that an earning belongs to; null for a wallet"),
  orderNumber: ShortNumber.nullable(),
  dueAt: z.iso
    .datetime()
    .nullable()
    .describe("When an earning is paid, unless an operator must check it first; null for a wallet"),
});
export type Debt = z.infer<typeof Debt>;

export const listDebts = {
  method: "GET",
  path: "/figures/debts",
  role: "viewer",
  area: "money",
  trace: "list",
  summary: "List wallets with a balance, or earnings that are not paid yet; phones are masked",
  query: PageQuery.extend({ kind: z.enum(LISTED_DEBTS).default("wallet") }),
  answer: z.object({ debts: z.array(Debt), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const getFiguresFile = {
  method: "GET",
  path: "/figures.csv",
  role: "viewer",
  area: "figures",
  trace: "view",
  summary: "Export the days or the products of a period as CSV, with dates in both calendars",
  query: z
    .object({
      day: PersianDay.optional(),
      month: PersianMonth.optional(),
      year: PersianYear.optional(),
      table: z.enum(["days", "products"]).default("days"),
    })
    .refine(({ day, month, year }) => [day, month, year].filter(Boolean).length <= 1),
  answer: z.string(),
  produces: ["text/csv"],
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
