import { z } from "zod";
import { DiscountType } from "./cart.ts";
import type { Endpoint } from "./endpoint.ts";
import { ShortNumber } from "./field.ts";
import { DeliveryStatus, Order, OrderLines } from "./order.ts";
import { TicketStatus } from "./ticket.ts";

/** The figures and latest entries of the dashboard. Sections 2 and 3. */

export const LATEST_MAX = 5;
/** The overview looks for codes, and for an answered ticket, among this many of the newest. */
export const OVERVIEW_DEPTH = 20;
/** A discount code that ends within this time is said on the dashboard. */
export const EXPIRING_DAYS = 7;

const OfOrder = z.object({ orderId: z.string(), number: ShortNumber, name: z.string() });

export const Overview = z.object({
  walletBalance: z.number().int().describe("Toman"),
  ordersCount: z.number().int(),
  ticketsCount: z.number().int(),
  lastCode: OfOrder.extend({
    imageUrl: z.string(),
    deliveredAt: z.iso.datetime(),
    codesCount: z.number().int().describe("Codes of this product that the shopper has"),
    unreadCount: z.number().int(),
  })
    .nullable()
    .describe("The product delivered last whose codes the shopper still has"),
  unreadElsewhere: OfOrder.extend({ count: z.number().int() })
    .nullable()
    .describe("Unread codes of other orders: how many, and the newest such order"),
  namesDue: z
    .object({ orderId: z.string(), until: z.iso.datetime() })
    .nullable()
    .describe("The order whose codes wait for the shopper's names"),
  answeredTicket: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe("The newest ticket in which the shop had the last word"),
  openPayment: z
    .object({
      purpose: z.enum(["wallet_topup", "cart_checkout"]),
      amount: z.number().int().describe("Toman"),
      url: z.string().describe("The gateway's page, where it can be paid"),
      until: z.iso.datetime(),
    })
    .nullable()
    .describe("A payment that was begun at the gateway and can still be made"),
  reportEnds: OfOrder.extend({ until: z.iso.datetime() })
    .nullable()
    .describe("The next end of the time in which problems with codes can be reported"),
  expiringCode: z
    .object({
      code: z.string(),
      type: DiscountType,
      value: z.number().int(),
      until: z.iso.datetime(),
    })
    .nullable()
    .describe("The usable discount code that ends next"),
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
  summary:
    "The balance, the numbers of orders and tickets, the last code, what waits and what ends soon",
  access: "shopper",
  answer: z.object({ data: Overview }),
  refusals: [],
} as const satisfies Endpoint;

export const getRecent = {
  method: "GET",
  path: "/dashboard/recent",
  summary: "The latest orders and tickets, five of each",
  access: "shopper",
  answer: z.object({ data: Recent }),
  refusals: [],
} as const satisfies Endpoint;
