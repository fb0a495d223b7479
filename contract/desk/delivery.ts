import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { ShortNumber, codeText } from "../field.ts";
import { DeliveryStatus } from "../order-item.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { GivenAnswers } from "../question.ts";
import { DeskCode, deskCodeRefusals } from "./code.ts";
import { SupplyReason, SupplyState } from "./supply-state.ts";
import { type DeskEndpoint, Person, deskRefusals } from "./endpoint.ts";

/** Items that an operator delivers by hand. Section 10. */

export const deskDeliveryRefusals = {
  profileIncomplete: {
    code: "profile_incomplete",
    status: 409,
    message: "خریدار هنوز نام و نام خانوادگی خود را کامل نکرده است و این سفارش شاید لغو شود.",
  },
  notWaiting: { code: "not_waiting", status: 409, message: "این مورد در انتظار تحویل نیست." },
  wrongCodeCount: {
    code: "wrong_code_count",
    status: 422,
    message: "تعداد کدها با تعداد سفارش یکی نیست.",
  },
  severalItems: {
    code: "several_items",
    status: 409,
    message: "این سفارش چند محصول دارد. شناسه همان محصول را بدهید.",
  },
  answersUnreadable: {
    code: "answers_unreadable",
    status: 409,
    message: "پاسخ‌های این خریدار با کلیدهای کنونی خوانده نمی‌شود.",
  },
  codeKnown: { code: "code_known", status: 409, message: "یکی از این کدها پیش‌تر ثبت شده است." },
} as const satisfies Record<string, Refusal>;

export const DeskDelivery = z.object({
  orderItemId: z.string(),
  orderId: z.string(),
  orderNumber: ShortNumber,
  person: Person,
  productName: z.string(),
  quantity: z.number().int(),
  lacking: z
    .number()
    .int()
    .describe("Number of units without a code, which an operator delivers by hand"),
  supply: z
    .object({ ref: z.string(), state: SupplyState, reason: SupplyReason.nullable() })
    .nullable()
    .describe("The order at a supplier for this item, if there is one"),
  deliveryStatus: DeliveryStatus,
  paidAt: z.iso.datetime(),
});
export type DeskDelivery = z.infer<typeof DeskDelivery>;
export const listDeliveries = {
  method: "GET",
  path: "/deliveries",
  role: "viewer",
  area: "tickets",
  trace: "list",
  summary: "List items of paid orders that wait for delivery by hand, longest waiting first",
  query: PageQuery,
  answer: z.object({ deliveries: z.array(DeskDelivery), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const getDeskItem = {
  method: "GET",
  path: "/order-items/:orderItemId",
  role: "support",
  area: "tickets",
  trace: "view",
  summary: "Get an item with its codes; the id may be the number of an order with only one item",
  answer: z.object({
    item: DeskDelivery.extend({
      deliveredAt: z.iso.datetime().nullable(),
      codes: z
        .array(DeskCode)
        .describe("The codes and when they were opened; empty before delivery"),
    }),
  }),
  refusals: [refusals.notFound, deskRefusals.numberWrong, deskDeliveryRefusals.severalItems],
} as const satisfies DeskEndpoint;
export const readAnswers = {
  method: "POST",
  path: "/order-items/:orderItemId/answers",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary: "Read the buyer's answers to the product's questions; the reading is recorded",
  answer: GivenAnswers,
  refusals: [
    refusals.notFound,
    deskRefusals.numberWrong,
    deskDeliveryRefusals.severalItems,
    deskDeliveryRefusals.answersUnreadable,
  ],
} as const satisfies DeskEndpoint;
export const beginDelivery = {
  method: "PUT",
  path: "/deliveries/:orderItemId",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary:
    "Start delivering an item, by its id or by the number of an order with one item; from then on its buyer cannot cancel it",
  body: z.object({ status: z.literal("processing") }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.numberWrong,
    deskDeliveryRefusals.severalItems,
    deskDeliveryRefusals.notWaiting,
    deskDeliveryRefusals.profileIncomplete,
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
export const deliver = {
  method: "POST",
  path: "/deliveries/:orderItemId/codes",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary: "Deliver an item by hand, with one code for each unit that has no code",
  body: z.object({
    codes: z.array(codeText(1, 500)).min(1).max(10),
    isSure: z
      .boolean()
      .default(false)
      .describe(
        "True: accept texts that do not look like codes, or like the product's other codes",
      ),
  }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.numberWrong,
    deskDeliveryRefusals.severalItems,
    deskDeliveryRefusals.notWaiting,
    deskDeliveryRefusals.profileIncomplete,
    deskDeliveryRefusals.wrongCodeCount,
    deskCodeRefusals.doubtful,
    deskDeliveryRefusals.codeKnown,
    deskRefusals.frozen,
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
