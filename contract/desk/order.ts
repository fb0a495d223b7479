import { z } from "zod";
import { refusals } from "../endpoint.ts";
import { ShortNumber } from "../field.ts";
import { DeliveryStatus } from "../order.ts";
import { DeskCode } from "./code.ts";
import { type DeskEndpoint, Person, deskRefusals } from "./endpoint.ts";

/** Any order, as operators find it by what people read out. Section 10. */

export const DeskOrder = z.object({
  orderId: z.string(),
  orderNumber: ShortNumber,
  person: Person,
  state: z.enum(["awaiting", "cancelled", "paid", "refunded"]),
  amount: z.number().int().describe("Toman"),
  walletAmount: z.number().int().describe("Part of it that the wallet pays"),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  lookUntil: z.iso.datetime().nullable().describe("Until when it is held for a look"),
  payment: z
    .object({ state: z.string(), authority: z.string().nullable(), refId: z.string().nullable() })
    .nullable()
    .describe("At the gateway; null when the wallet paid all"),
  items: z.array(
    z.object({
      orderItemId: z.string(),
      productName: z.string(),
      quantity: z.number().int(),
      amount: z.number().int().describe("Toman of the line"),
      deliveryStatus: DeliveryStatus,
      deliveredAt: z.iso.datetime().nullable(),
      codes: z.array(DeskCode).describe("Empty before delivery"),
    }),
  ),
});

export const getDeskOrder = {
  method: "GET",
  path: "/orders/:orderId",
  role: "support",
  trace: "look",
  summary: "Any order by its id or number, paid or not, with its items and which codes were opened",
  answer: z.object({ order: DeskOrder }),
  refusals: [refusals.notFound, deskRefusals.numberWrong],
} as const satisfies DeskEndpoint;
