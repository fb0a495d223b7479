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
  fromCard: z.number().int().describe("Part of the total that the gateway took"),
  fromWallet: z.number().int(),
  state: OrderState,
  deliveryStatus: DeliveryStatus.describe("The status of the slowest item"),
  isHeld: z.boolean().describe("True while it is held for a look"),
});
export type DeskOrderRow = z.infer<typeof DeskOrderRow>;

/** Filters of orders. */
const FILTERS = {
  state: OrderState.optional(),
  delivery: DeliveryStatus.optional().describe("The status of any of its items"),
  paidBy: z
    .enum(["gateway", ...GatewayName.options, "wallet"])
    .optional()
    .describe("gateway: paid through any gateway; wallet: paid by the wallet alone"),
  day: z.iso.date().optional().describe("One day in Tehran, in the Gregorian calendar"),
  from: PersianDay.optional().describe(
    "The first day in Tehran; `day` takes precedence over `from` and `to`",
  ),
  to: PersianDay.optional().describe("The last day in Tehran"),
  product: Id.optional(),
  person: Id.optional(),
};

/** Orders in one exported table, and orders that can be chosen one by one. */
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
  summary: "The chosen orders, or those of a filter, as a table, newest first; phones are masked",
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
    isWhole: z.boolean().describe("False when older orders were left out"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

const Transfer = z.object({
  from: z.string().describe("An account of the ledger in words"),
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
    .describe("Name of the subcategory, for the address of its picture"),
  quantity: z.number().int(),
  total: z.number().int(),
  isByHand: z.boolean(),
  deliveryStatus: DeliveryStatus,
  deliveredAt: z.iso.datetime().nullable(),
  waitingSince: z.iso
    .datetime()
    .nullable()
    .describe("Set while it waits for delivery by an operator"),
  answers: z
    .enum(["none", "kept", "forgotten"])
    .describe("Whether the buyer's answers are kept; support can read kept ones"),
  unitsLeft: z.number().int().describe("Units that were not given back"),
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
      "The time that the buyer was promised, while a delivery by hand or a look is not finished",
    ),
  heldUntil: z.iso
    .datetime()
    .nullable()
    .describe("The time to which an unpaid order reserves its codes"),
  gist: z.string().describe("One sentence about the state of the order"),
  total: z.number().int(),
  fromCard: z.number().int().describe("Part of the total that the gateway takes"),
  fromWallet: z.number().int(),
  person: Person.extend({
    ordersCount: z.number().int(),
    spent: z.number().int().describe("Sum of the paid orders, toman"),
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
        codeIds: z.array(z.string()).nullable().describe("Null for all codes of the item"),
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
  summary:
    "One order, by its id or number, with its whole story. The phone is whole for support and above",
  answer: z.object({ order: DeskOrder }),
  refusals: [refusals.notFound, deskRefusals.numberWrong],
} as const satisfies DeskEndpoint;

export const noteOnOrder = {
  method: "POST",
  path: "/orders/:id/notes",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary: "Write a note on an order, which only operators see",
  body: z.object({ note: Note }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.numberWrong],
} as const satisfies DeskEndpoint;
