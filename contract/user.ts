import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { text } from "./field.ts";

/** The shopper's own profile. Sections 3 and 5. */

export const NAME_MAX = 50;

export const userRefusals = {
  emailLocked: { code: "email_locked", status: 422, message: "ایمیل تأییدشده تغییر نمی‌کند." },
} as const;

export const User = z.object({
  firstName: z.string(),
  lastName: z.string(),
  username: z.string().describe("The phone, ten digits"),
  email: z.string(),
  isVerified: z.boolean().describe("The identity decision"),
  isPhoneVerified: z.boolean(),
  isEmailVerified: z.boolean(),
});
export type User = z.infer<typeof User>;

export const getProfile = {
  method: "GET",
  path: "/users/profile",
  summary: "The shopper's profile",
  access: "shopper",
  answer: z.object({ user: User }),
  refusals: [],
} as const satisfies Endpoint;

export const updateProfile = {
  method: "PUT",
  path: "/users/update",
  summary: "Change the names; only the fields that are sent change",
  access: "shopper",
  body: z.object({
    firstName: text(1, NAME_MAX, "لطفاً نام خود را وارد کنید.").optional(),
    lastName: text(1, NAME_MAX, "لطفاً نام خانوادگی خود را وارد کنید.").optional(),
    email: z.email({ error: "لطفا یک ایمیل معتبر وارد کنید" }).max(254).optional(),
  }),
  answer: Message,
  refusals: [refusals.invalid, userRefusals.emailLocked],
} as const satisfies Endpoint;
