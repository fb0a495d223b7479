import { z } from "zod";
import { DiscountType } from "./cart.ts";
import type { Endpoint } from "./endpoint.ts";
import { ShortNumber } from "./field.ts";
import { Order, OrderLines } from "./order.ts";
import { DeliveryStatus } from "./order-item.ts";
import { TicketStatus } from "./ticket.ts";

/** The figures and latest entries of the dashboard. Sections 2 and 3. */

export const LATEST_MAX = 5;
/** The overview searches this many of the newest orders, tickets and discount codes. */
export const OVERVIEW_DEPTH = 20;
/** The dashboard announces a discount code that ends within this time. */
export const EXPIRING_DAYS = 7;

const OfOrder = z.object({ orderId: z.string(), number: ShortNumber, name: z.string() });

export const Overview = z.object({
  walletBalance: z.number().int().describe("Balance of the wallet in toman"),
  ordersCount: z.number().int(),
  ticketsCount: z.number().int(),
  lastCode: OfOrder.extend({
    imageUrl: z.string(),
    deliveredAt: z.iso.datetime(),
    codesCount: z.number().int().describe("Number of codes of this product that the shopper has"),
    unreadCount: z.number().int(),
  })
    .nullable()
    .describe("The most recently delivered product of which the shopper still has codes"),
  unreadElsewhere: OfOrder.extend({ count: z.number().int() })
    .nullable()
    .describe("Unread codes except in the order of `lastCode`: their newest order and number"),
  namesDue: z
    .object({ orderId: z.string(), until: z.iso.datetime() })
    .nullable()
    .describe("An order whose codes stay closed until the shopper enters a first and last name"),
  answeredTicket: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe("The newest ticket whose last message is from the shop"),
  openPayment: z
    .object({
      purpose: z.enum(["wallet_topup", "cart_checkout"]),
      amount: z.number().int().describe("Toman to pay at the gateway"),
      url: z.string().describe("URL of the gateway's page where it can be paid"),
      until: z.iso.datetime(),
    })
    .nullable()
    .describe("A payment that was started at the gateway and can still be completed"),
  reportEnds: OfOrder.extend({ until: z.iso.datetime() })
    .nullable()
    .describe("The item whose deadline for reporting a problem is next, and the deadline"),
  expiringCode: z
    .object({
      code: z.string(),
      type: DiscountType,
      value: z.number().int(),
      until: z.iso.datetime(),
    })
    .nullable()
    .describe(
      "The usable discount code that expires next; null when none expires within seven days",
    ),
});
export type Overview = z.infer<typeof Overview>;

export const Recent = z.object({
  latestOrders: z.array(
    z.object({
      id: z.string(),
      number: ShortNumber,
      updatedAt: z.iso.datetime(),
      deliveryStatus: DeliveryStatus,
      lookUntil: Order.shape.lookUntil,
      ...OrderLines.shape,
    }),
  ),
  latestTickets: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      updatedAt: z.iso.datetime(),
      status: TicketStatus,
    }),
  ),
});
export type Recent = z.infer<typeof Recent>;

export const getOverview = {
  method: "GET",
  path: "/dashboard/overview",
  summary: "Get the shopper's balance, counts, latest code, open tasks and next deadlines",
  access: "shopper",
  answer: z.object({ data: Overview }),
  refusals: [],
} as const satisfies Endpoint;

export const getRecent = {
  method: "GET",
  path: "/dashboard/recent",
  summary: "List the shopper's five latest orders and five latest tickets",
  access: "shopper",
  answer: z.object({ data: Recent }),
  refusals: [],
} as const satisfies Endpoint;
