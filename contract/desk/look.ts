import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { ShortNumber } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Note, Person, deskRefusals } from "./endpoint.ts";

/**
 * Paid orders above the shopkeeper's limits, which are held until an operator decides. Section 10.
 */

export const lookRefusals = {
  overdue: {
    code: "overdue",
    status: 409,
    message: "مهلت بررسی این سفارش گذشته است و وجه آن بازگردانده می‌شود.",
  },
} as const satisfies Record<string, Refusal>;

export const DeskLook = z.object({
  orderId: z.string(),
  orderNumber: ShortNumber,
  person: Person,
  amount: z.number().int().describe("Toman that was paid"),
  walletAmount: z.number().int().describe("Toman of `amount` that the wallet paid"),
  lines: z.array(z.object({ productName: z.string(), quantity: z.number().int() })),
  paidAt: z.iso.datetime(),
  dueAt: z.iso.datetime().describe("Deadline for a decision; afterwards the order is refunded"),
  joinedAt: z.iso.datetime().describe("When the person's account was created"),
  cardVerifiedAt: z.iso
    .datetime()
    .nullable()
    .describe(
      "When the card that paid at the gateway was verified; null without a card, or if nobody verified it",
    ),
  why: z
    .string()
    .describe(
      "The limit that was exceeded, with its sums, in Persian; empty for old orders without this record",
    ),
  isFrozen: z.boolean().describe("True when the person is frozen: the order can only be refunded"),
});
export type DeskLook = z.infer<typeof DeskLook>;

export const listLooks = {
  method: "GET",
  path: "/looks",
  role: "viewer",
  area: "money",
  trace: "list",
  summary: "List the paid orders that wait for an operator's check, earliest deadline first",
  query: PageQuery,
  answer: z.object({ looks: z.array(DeskLook), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const decideLook = {
  method: "PUT",
  path: "/looks/:orderId",
  role: "finance",
  area: "money",
  trace: "decision",
  summary: "Release a held order to its buyer, or refund all of it; the id may be its number",
  body: z.object({ status: z.enum(["released", "refunded"]), reason: Note }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    refusals.unavailable,
    deskRefusals.numberWrong,
    deskRefusals.decided,
    deskRefusals.frozen,
    lookRefusals.overdue,
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
