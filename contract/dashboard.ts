import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { ShortNumber } from "./field.ts";
import { DeliveryStatus, Order, OrderLines } from "./order.ts";
import { TicketStatus } from "./ticket.ts";

/** The figures and latest entries of the dashboard. Sections 2 and 3. */

export const LATEST_MAX = 5;

export const Overview = z.object({
  walletBalance: z.number().int().describe("Toman"),
  ordersCount: z.number().int(),
  ticketsCount: z.number().int(),
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
  summary: "The balance and the numbers of orders and tickets",
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
