import { z } from "zod";

/** A person whom the provider of inquiries knows. */
export const InquiredPerson = z.object({
  phone: z.string().regex(/^09\d{9}$/),
  nationalCode: z.string().regex(/^\d{10}$/),
  birthDate: z.string().regex(/^\d{4}\/\d{2}\/\d{2}$/),
  cardNumber: z.string().regex(/^\d{16}$/),
  name: z.string(),
  iban: z.string(),
});
export type InquiredPerson = z.infer<typeof InquiredPerson>;
