import { z } from "zod";
import { QUANTITY_MAX } from "../cart.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { Id } from "../field.ts";
import { DeskCode, deskCodeRefusals } from "./code.ts";
import { deskDeliveryRefusals } from "./delivery.ts";
import { type DeskEndpoint, Note, ProposalId, deskRefusals } from "./endpoint.ts";
import { personRefusals } from "./user.ts";

/** Refunds of single items and codes. Section 10. */

export const deskRefundRefusals = {
  /** The buyer, or the receiver of a gift, may have used codes that they have seen. */
  opened: {
    code: "opened",
    status: 409,
    message:
      "کدی از این مورد باز شده است. اگر باز هم باید بازگردد، دوباره بخواهید تا نفر دوم آن را تأیید کند.",
  },
  refunded: { code: "refunded", status: 409, message: "این مورد پیش‌تر بازپرداخت شده است." },
} as const satisfies Record<string, Refusal>;

/** The details of a proposal to refund codes that were opened. */
export const OpenedRefundDetails = z.object({
  reason: z.string(),
  codeIds: z.array(Id).optional(),
});

export const refundItem = {
  method: "POST",
  path: "/order-items/:orderItemId/refund",
  role: "finance",
  area: "money",
  trace: "decision",
  summary:
    "Refund an item the way it was paid, and cancel it; with `codeIds`, refund only these codes of it. If any of them was opened, another operator must confirm",
  body: z.object({
    reason: Note,
    codeIds: z.array(Id).min(1).max(QUANTITY_MAX).optional(),
    opened: z
      .boolean()
      .default(false)
      .describe(
        "True: the operator knows that codes were opened; otherwise such a refund is refused",
      ),
  }),
  answer: Message.extend({
    toWallet: z
      .number()
      .int()
      .nullable()
      .describe("Toman to the wallet; null while another operator has to confirm the refund"),
    toCard: z.number().int().nullable(),
    codes: z.array(DeskCode).describe("The refunded codes, and which of them were opened"),
    proposalId: ProposalId,
  }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.numberWrong,
    deskDeliveryRefusals.severalItems,
    deskRefundRefusals.opened,
    deskRefundRefusals.refunded,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
    deskCodeRefusals.gone,
    personRefusals.forgotten,
    deskRefusals.heldByOther,
    deskRefusals.waitsForSecond,
  ],
} as const satisfies DeskEndpoint;
