import { z } from "zod";
import type { Endpoint, Refusal } from "../endpoint.ts";
import { text } from "../field.ts";

/** A call of the desk: like the shop's calls, but for operators. */
export type DeskEndpoint = Omit<Endpoint, "access">;

export const Person = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().describe("Ten digits"),
  provenOwner: z
    .string()
    .nullable()
    .describe(
      "The owner of the card that proved who they are; the names beside it are what the account " +
        "says. Null before",
    ),
});

/** The reason for an operator's decision. */
export const Note = text(3, 500, "لطفاً دلیل را بنویسید.");

/** Refusals shared by several nouns of the desk. */
export const deskRefusals = {
  unknownOperator: { code: "unknown_operator", status: 401, message: "نشان کارمند پذیرفته نشد." },
  /** The thing was decided before; a decision is final. */
  decided: { code: "decided", status: 409, message: "دربارهٔ این مورد پیش‌تر تصمیم گرفته شده است." },
  /** A short number whose check digit is wrong: something was mistyped. */
  numberWrong: { code: "number_wrong", status: 422, message: "این شماره درست نیست." },
  cardTaken: {
    code: "card_taken",
    status: 409,
    message: "این شمارهٔ کارت برای شخص دیگری تأیید شده است.",
  },
  ownerDiffers: {
    code: "owner_differs",
    status: 409,
    message:
      "نام صاحب این کارت با نام تأییدشدهٔ شخص یکی نیست. اگر باز هم درست است، دلیل آن را بنویسید.",
  },
  cardUnreadable: {
    code: "card_unreadable",
    status: 409,
    message:
      "شمارهٔ این کارت خوانده نمی‌شود و نمی‌توان آن را سنجید. این مورد را فقط می‌توان رد کرد.",
  },
} as const satisfies Record<string, Refusal>;

/** Why an operator lets a card pass whose owner is not the proven one. */
export const OverrideReason = Note.optional().describe(
  "Needed when the card's owner is not the proven one; recorded with the decision",
);

/** An operator's decision about an identity request. */
export const Verdict = z.discriminatedUnion("status", [
  z.object({ status: z.literal("verified") }),
  z.object({ status: z.literal("rejected"), rejectionReason: Note }),
]);

export const CardMasked = z
  .string()
  .describe("Empty when the number cannot be decrypted; then the card can only be rejected");
