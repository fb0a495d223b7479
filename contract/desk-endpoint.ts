import { z } from "zod";
import type { Endpoint, Refusal } from "./endpoint.ts";
import { text } from "./field.ts";

/** A call of the desk: like the shop's, for operators. */
export type DeskEndpoint = Omit<Endpoint, "access">;

export const Person = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().describe("Ten digits"),
});

/** Each thing is decided once. */
export const decided = {
  code: "decided",
  status: 409,
  message: "درباره این مورد پیش‌تر تصمیم گرفته شده است.",
} as const satisfies Refusal;

/** Why an operator decided as they did. */
export const Note = text(3, 500, "لطفاً دلیل را بنویسید.");
