import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { Id, ShortNumber } from "../field.ts";
import { DeliveryStatus } from "../order-item.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { GatewayName } from "../payment.ts";
import { DeskCode } from "./code.ts";
import { type DeskEndpoint, Note, Person, deskRefusals } from "./endpoint.ts";
import { PersianDay } from "./figures.ts";

/** Orders at the desk: a search in all of them, and one with its whole story. Section 10.17. */

export const ORDER_STATES = ["awaiting", "paid", "refunded", "cancelled"] as const;
export const OrderState = z.enum(ORDER_STATES);
export type OrderState = z.infer<typeof OrderState>;

export const DeskOrderRow = z.object({
  id: z.string(),
  number: ShortNumber,
  createdAt: z.iso.datetime(),
  person: Person,
  products: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  total: z.number().int().describe("Toman"),
  fromCard: z.number().int().describe("Toman of `total` that the gateway took"),
  fromWallet: z.number().int(),
  state: OrderState,
  deliveryStatus: DeliveryStatus.describe("The status of the slowest item"),
  isHeld: z.boolean().describe("True while it is held for a look"),
});
export type DeskOrderRow = z.infer<typeof DeskOrderRow>;

/** Filters of orders. */
const FILTERS = {
  state: OrderState.optional(),
  delivery: DeliveryStatus.optional().describe("Only orders with at least one item of this status"),
  paidBy: z
    .enum(["gateway", ...GatewayName.options, "wallet"])
    .optional()
    .describe("gateway: paid through any gateway; wallet: paid by the wallet alone"),
  day: z.iso.date().optional().describe("One day in Tehran, in the Gregorian calendar"),
  from: PersianDay.optional().describe(
    "First day in Tehran, Persian calendar; ignored when `day` is sent",
  ),
  to: PersianDay.optional().describe(
    "Last day in Tehran, Persian calendar; ignored when `day` is sent",
  ),
  product: Id.optional(),
  person: Id.optional(),
};

/** The most orders of one exported table, and the most orders that can be chosen by their ids. */
export const EXPORTED_ORDERS_MAX = 5_000;
const NAMED_ORDERS_MAX = 500;

export const listOrders = {
  method: "GET",
  path: "/orders",
  role: "viewer",
  area: "tickets",
  trace: "list",
  summary:
    "All orders, newest first. A page may be short or empty although more follow, because each call reads a limited number of rows; continue with `nextCursor`",
  query: PageQuery.extend(FILTERS),
  answer: z.object({ orders: z.array(DeskOrderRow), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const exportOrders = {
  method: "POST",
  path: "/orders/export",
  role: "viewer",
  area: "figures",
  needsFresh: true,
  trace: "view",
  summary: "Export the orders of `ids`, or of the filters, as CSV, newest first; phones are masked",
  body: z.object({
    ...FILTERS,
    ids: z
      .array(Id)
      .min(1, { error: "دست‌کم یک سفارش را انتخاب کنید." })
      .max(NAMED_ORDERS_MAX, { error: "بیش از ۵۰۰ سفارش را نمی‌توان یک‌جا انتخاب کرد." })
      .optional()
      .describe("Ids of the chosen orders"),
  }),
  answer: z.object({
    name: z.string(),
    text: z.string().describe("CSV with a header row"),
    isWhole: z.boolean().describe("False when the table is full and older orders were left out"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

const Transfer = z.object({
  from: z.string().describe("Persian name of the account from which the money went"),
  to: z.string(),
  amount: z.number().int().describe("Toman"),
});

/** One thing that the shopper, the gateway, a job or an operator did. */
export const StoryEvent = z.object({
  at: z.iso.datetime(),
  kind: z.enum(["money", "code", "message", "other"]),
  who: z.enum(["shopper", "gateway", "shop", "operator"]),
  tone: z.enum(["plain", "good", "bad"]),
  title: z.string(),
  detail: z.string().nullable(),
  reference: z
    .string()
    .nullable()
    .describe("An authority, a reference or a network; written from left to right"),
  transfers: z.array(Transfer),
});
export type StoryEvent = z.infer<typeof StoryEvent>;

export const StoryCode = DeskCode.extend({
  lastFour: z.string().nullable().describe("Null for a short code and for old codes"),
  state: z.enum(["unread", "read", "used", "given", "reported", "replaced", "refunded"]),
  ticketId: z.string().nullable().describe("Id of the open ticket about it"),
  batchId: z.string(),
});
export type StoryCode = z.infer<typeof StoryCode>;

export const StoryItem = z.object({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  subcategoryUrlName: z
    .string()
    .describe("Name of the subcategory in URLs, such as the URL of its picture"),
  quantity: z.number().int(),
  total: z.number().int(),
  isByHand: z.boolean(),
  deliveryStatus: DeliveryStatus,
  deliveredAt: z.iso.datetime().nullable(),
  waitingSince: z.iso
    .datetime()
    .nullable()
    .describe("Since when the item waits for delivery by an operator; otherwise null"),
  answers: z
    .enum(["none", "kept", "forgotten"])
    .describe("Answers of the buyer. kept: support can read them; forgotten: they were deleted"),
  unitsLeft: z.number().int().describe("Number of units that were not refunded"),
  codes: z.array(StoryCode),
});
export type StoryItem = z.infer<typeof StoryItem>;

const Line = z.object({ name: z.string(), amount: z.number().int() });

export const DeskOrder = z.object({
  id: z.string(),
  number: ShortNumber,
  createdAt: z.iso.datetime(),
  state: OrderState,
  deliveryStatus: DeliveryStatus,
  paidAt: z.iso.datetime().nullable(),
  lookUntil: z.iso.datetime().nullable(),
  promise: z
    .object({ startsAt: z.iso.datetime(), dueAt: z.iso.datetime() })
    .nullable()
    .describe(
      "Promised time of a delivery by hand or of a check that is not finished; otherwise null",
    ),
  heldUntil: z.iso
    .datetime()
    .nullable()
    .describe("Until when an unpaid order reserves its codes; otherwise null"),
  gist: z.string().describe("One Persian sentence about the state of the order"),
  total: z.number().int(),
  fromCard: z.number().int().describe("Toman of `total` for the gateway to collect"),
  fromWallet: z.number().int(),
  person: Person.extend({
    ordersCount: z.number().int(),
    spent: z.number().int().describe("Sum of the person's paid orders, toman"),
    since: z.iso.datetime(),
    problemsCount: z.number().int().describe("Tickets about codes of the person's other orders"),
    isVerified: z.boolean(),
    isFrozen: z.boolean(),
    isForgotten: z.boolean(),
  }),
  items: z.array(StoryItem),
  waiting: z
    .array(
      z.object({
        itemId: z.string(),
        codeIds: z.array(z.string()).nullable().describe("Null: all codes of the item"),
        askedBy: z.string(),
        note: z.string().nullable(),
        since: z.iso.datetime(),
        until: z.iso.datetime(),
      }),
    )
    .describe(
      "Refunds that wait for a second person; until then, other actions on their codes are refused",
    ),
  payment: z
    .object({
      id: z.string(),
      state: z.enum(["initiating", "pending", "failed", "expired", "paid", "credited", "review"]),
      authority: z.string().nullable(),
      refId: z.string().nullable(),
      canCheck: z.boolean().describe("True while the gateway's answer can still change the state"),
    })
    .nullable(),
  money: z.object({
    from: z.array(Line).describe("Where the money came from"),
    now: z.array(Line).describe("Where the money is now; the sum is the same"),
    isEven: z.boolean(),
    discount: z.number().int(),
    discountCode: z.string().nullable(),
    profit: z
      .number()
      .int()
      .nullable()
      .describe(
        "Sales minus the cost of codes, cashback and referral income; null before the sale",
      ),
    earnings: z.array(
      z.object({
        kind: z.enum(["reward", "referral"]),
        amount: z.number().int(),
        state: z.enum(["held", "paid", "cancelled", "taken_back"]),
        dueAt: z.iso.datetime(),
      }),
    ),
  }),
  tickets: z.array(
    z.object({
      id: z.string(),
      number: ShortNumber,
      title: z.string(),
      isOpen: z.boolean(),
      createdAt: z.iso.datetime(),
      itemId: z.string().nullable(),
      codeIds: z.array(z.string()),
    }),
  ),
  story: z.array(StoryEvent).describe("Newest first"),
  notes: z.array(
    z.object({ at: z.iso.datetime(), operator: z.string(), text: z.string().nullable() }),
  ),
});
export type DeskOrder = z.infer<typeof DeskOrder>;

export const getDeskOrder = {
  method: "GET",
  path: "/orders/:id",
  role: "viewer",
  area: "tickets",
  trace: "view",
  summary: "Get one order by its id or number, with all its events; viewers get the phone masked",
  answer: z.object({ order: DeskOrder }),
  refusals: [refusals.notFound, deskRefusals.numberWrong],
} as const satisfies DeskEndpoint;

export const noteOnOrder = {
  method: "POST",
  path: "/orders/:id/notes",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary: "Add a note to an order; only operators see notes",
  body: z.object({ note: Note }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.numberWrong],
} as const satisfies DeskEndpoint;
