import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { deskDeliveryRefusals } from "./delivery.ts";
import { type DeskEndpoint, Note, deskRefusals } from "./endpoint.ts";
import { personRefusals } from "./user.ts";

/** Refunds of single items. Section 10. */

export const deskRefundRefusals = {
  refunded: { code: "refunded", status: 409, message: "این مورد پیش‌تر بازپرداخت شده است." },
} as const satisfies Record<string, Refusal>;

export const refundItem = {
  method: "POST",
  path: "/order-items/:orderItemId/refund",
  summary: "Cancel an item and refund it the way it was paid",
  body: z.object({ reason: Note }),
  answer: Message.extend({ toWallet: z.number().int(), toCard: z.number().int() }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.numberWrong,
    deskDeliveryRefusals.severalItems,
    deskRefundRefusals.refunded,
    personRefusals.forgotten,
  ],
} as const satisfies DeskEndpoint;
