import { z } from "zod";
import type { Endpoint, Refusal } from "../endpoint.ts";
import { text } from "../field.ts";

/** A call of the desk: like the shop's, for operators. */
export type DeskEndpoint = Omit<Endpoint, "access">;

export const Person = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().describe("Ten digits"),
});

/** Why an operator decided as they did. */
export const Note = text(3, 500, "لطفاً دلیل را بنویسید.");

/** What several nouns of the desk refuse with. */
export const deskRefusals = {
  unknownOperator: { code: "unknown_operator", status: 401, message: "نشان کارمند پذیرفته نشد." },
  /** Each thing is decided once. */
  decided: { code: "decided", status: 409, message: "درباره این مورد پیش‌تر تصمیم گرفته شده است." },
  cardTaken: {
    code: "card_taken",
    status: 409,
    message: "این شماره کارت برای شخص دیگری تأیید شده است.",
  },
  cardUnreadable: {
    code: "card_unreadable",
    status: 409,
    message:
      "شماره این کارت خوانده نمی‌شود و نمی‌توان آن را سنجید. این مورد را فقط می‌توان رد کرد.",
  },
} as const satisfies Record<string, Refusal>;

/** What an operator says about a card or an identity. */
export const Verdict = z.discriminatedUnion("status", [
  z.object({ status: z.literal("verified") }),
  z.object({ status: z.literal("rejected"), rejectionReason: Note }),
]);

export const CardMasked = z
  .string()
  .describe("Empty when the number cannot be read: then the card can only be rejected");
