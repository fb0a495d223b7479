import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { Id, ShortNumber } from "../field.ts";
import { DeliveryStatus } from "../order.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { GatewayName } from "../payment.ts";
import { DeskCode } from "./code.ts";
import { type DeskEndpoint, Note, Person, deskRefusals } from "./endpoint.ts";
import { PersianDay } from "./figures.ts";

/** Orders as the desk sees them: found among all, and one with its whole story. Section 10.17. */

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
  fromCard: z.number().int().describe("Part of it that the gateway took"),
  fromWallet: z.number().int(),
  state: OrderState,
  deliveryStatus: DeliveryStatus.describe("Of the slowest item"),
  isHeld: z.boolean().describe("True while it waits for a look"),
});
export type DeskOrderRow = z.infer<typeof DeskOrderRow>;

/** Which orders. */
const WANTED = {
  state: OrderState.optional(),
  delivery: DeliveryStatus.optional().describe("Of one of its items"),
  paidBy: z
    .enum(["gateway", ...GatewayName.options, "wallet"])
    .optional()
    .describe("gateway: any of them; wallet: all of it"),
  day: z.iso.date().optional().describe("In Tehran, by the Gregorian calendar"),
  from: PersianDay.optional().describe("The first day in Tehran; `day` wins over both"),
  to: PersianDay.optional().describe("The last day"),
  product: Id.optional(),
  person: Id.optional(),
};

/** Orders in one table that is given out, and those that may be named one by one. */
export const EXPORTED_ORDERS_MAX = 5_000;
const NAMED_ORDERS_MAX = 500;

export const listOrders = {
  method: "GET",
  path: "/orders",
  role: "viewer",
  area: "tickets",
  trace: "list",
  summary:
    "All orders, newest first. A page may be short, or empty, although more follow: each call reads a bounded number of rows, and `nextCursor` goes on",
  query: PageQuery.extend(WANTED),
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
  summary: "The named orders, or those of a filter, as a table, newest first; phones are masked",
  body: z.object({
    ...WANTED,
    ids: z
      .array(Id)
      .min(1, { error: "دست‌کم یک سفارش را انتخاب کنید." })
      .max(NAMED_ORDERS_MAX, { error: "بیش از ۵۰۰ سفارش را نمی‌توان یک‌جا انتخاب کرد." })
      .optional()
      .describe("Only among these"),
  }),
  answer: z.object({
    name: z.string(),
    text: z.string().describe("CSV with a head"),
    isWhole: z.boolean().describe("False when older orders were left out"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

const Transfer = z.object({
  from: z.string().describe("A place of the ledger in words"),
  to: z.string(),
  amount: z.number().int().describe("Toman"),
});

/** One thing that shopper, gateway, jobs or operators did. */
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
    .describe("An authority, a reference or a network, left to right"),
  transfers: z.array(Transfer),
});
export type StoryEvent = z.infer<typeof StoryEvent>;

export const StoryCode = DeskCode.extend({
  lastFour: z.string().nullable().describe("Null for a short code, and for one from long ago"),
  state: z.enum(["unread", "read", "used", "given", "reported", "replaced", "refunded"]),
  ticketId: z.string().nullable().describe("Of the open ticket about it"),
  batchId: z.string(),
});
export type StoryCode = z.infer<typeof StoryCode>;

export const StoryItem = z.object({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  subcategoryUrlName: z.string().describe("Where the picture of its card stands"),
  quantity: z.number().int(),
  total: z.number().int(),
  isByHand: z.boolean(),
  deliveryStatus: DeliveryStatus,
  deliveredAt: z.iso.datetime().nullable(),
  waitingSince: z.iso.datetime().nullable().describe("Set while an operator has to deliver it"),
  answers: z
    .enum(["none", "kept", "forgotten"])
    .describe("What its buyer answered; support reads what is kept"),
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
    .describe("What the buyer was promised and waits for: a delivery by hand, or a look"),
  heldUntil: z.iso.datetime().nullable().describe("Until when an unpaid order keeps its codes"),
  gist: z.string().describe("One sentence made from the state"),
  total: z.number().int(),
  fromCard: z.number().int().describe("Part of it that the gateway takes"),
  fromWallet: z.number().int(),
  person: Person.extend({
    ordersCount: z.number().int(),
    spent: z.number().int().describe("Toman of paid orders"),
    since: z.iso.datetime(),
    problemsCount: z.number().int().describe("Tickets about codes of other orders"),
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
    .describe("Refunds that wait for a second person; other acts on these codes are shut so long"),
  payment: z
    .object({
      id: z.string(),
      state: z.enum(["initiating", "pending", "failed", "expired", "paid", "credited", "review"]),
      authority: z.string().nullable(),
      refId: z.string().nullable(),
      canCheck: z.boolean().describe("True while an answer of the gateway can change it"),
    })
    .nullable(),
  money: z.object({
    from: z.array(Line).describe("Where it came from"),
    now: z.array(Line).describe("Where it is now; the same sum"),
    isEven: z.boolean(),
    discount: z.number().int(),
    discountCode: z.string().nullable(),
    profit: z
      .number()
      .int()
      .nullable()
      .describe("Sales minus the cost of codes and what was earned by it; null before a sale"),
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
