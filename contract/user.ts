import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { EmailText, nameText } from "./field.ts";

/** The shopper's own profile. Sections 3 and 5. */

export const NAME_MAX = 50;
/** Hours for which the link that confirms an e-mail is valid; it works once. */
export const EMAIL_LINK_HOURS = 24;
export const EMAIL_LINKS_PER_DAY_MAX = 5;

export const userRefusals = {
  emailTaken: {
    code: "email_taken",
    status: 409,
    message: "این ایمیل برای حساب دیگری تأیید شده است.",
  },
  emailMissing: { code: "email_missing", status: 422, message: "لطفاً ایمیل خود را وارد کنید." },
  emailVerified: {
    code: "email_verified",
    status: 409,
    message: "ایمیل شما پیش‌تر تأیید شده است.",
  },
  emailUnverified: {
    code: "email_unverified",
    status: 422,
    message: "برای دریافت کدها با ایمیل، ابتدا ایمیل خود را تأیید کنید.",
  },
  badEmailToken: {
    code: "bad_email_token",
    status: 422,
    message: "لینک تأیید منقضی شده یا نادرست است.",
  },
  emailChanged: {
    code: "email_changed",
    status: 409,
    message: "ایمیل این حساب هم‌زمان در جای دیگری تغییر کرد. لطفاً صفحه را تازه کنید.",
  },
  emailLocked: { code: "email_locked", status: 422, message: "ایمیل تأییدشده تغییر نمی‌کند." },
  nameLocked: {
    code: "name_locked",
    status: 409,
    message: "نام شما تأیید شده است و تنها با درخواست تغییر نام عوض می‌شود.",
  },
} as const;

export const FirstName = nameText(1, NAME_MAX, "لطفاً نام خود را وارد کنید.");
export const LastName = nameText(1, NAME_MAX, "لطفاً نام خانوادگی خود را وارد کنید.");

const Email = EmailText("لطفا یک ایمیل معتبر وارد کنید", 254);

/** The state of an identity request. */
export const IdentityStatus = z.enum(["pending", "verified", "rejected"]);

/** A request to change names that an identity proved. */
export const NameRequest = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(["pending", "verified", "rejected"]),
  createdAt: z.iso.datetime(),
  rejectionReason: z.string().nullable(),
});
export type NameRequest = z.infer<typeof NameRequest>;

export const User = z.object({
  firstName: z.string(),
  lastName: z.string(),
  username: z.string().describe("Phone number of the account: ten digits without the leading zero"),
  email: z.string(),
  isVerified: z.boolean().describe("True once the identity is verified"),
  identity: z
    .object({
      status: IdentityStatus,
      createdAt: z.iso.datetime(),
      rejectionReason: z.string().nullable(),
    })
    .nullable()
    .describe("The newest identity request; null before the first one"),
  nameRequest: NameRequest.nullable().describe(
    "The newest request to change proven names; null before the first one",
  ),
  isPhoneVerified: z.boolean(),
  isEmailVerified: z.boolean(),
  wantsCodesByEmail: z
    .boolean()
    .describe("True when delivered codes are also sent to the verified e-mail"),
  frozenReason: z
    .string()
    .nullable()
    .describe(
      "Why the account is frozen; null otherwise. A frozen account cannot buy, read codes, give or withdraw",
    ),
});
export type User = z.infer<typeof User>;

export const getProfile = {
  method: "GET",
  path: "/users/profile",
  summary: "Get the shopper's profile",
  access: "shopper",
  answer: z.object({ user: User }),
  refusals: [],
} as const satisfies Endpoint;

export const updateProfile = {
  method: "PUT",
  path: "/users/update",
  summary:
    "Change the sent fields. Once an identity has proved the names, only empty ones can be set",
  access: "shopper",
  body: z.object({
    firstName: FirstName.optional(),
    lastName: LastName.optional(),
    email: Email.optional(),
    wantsCodesByEmail: z.boolean().optional(),
  }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.unavailable,
    userRefusals.nameLocked,
    userRefusals.emailLocked,
    userRefusals.emailUnverified,
    refusals.secondCodeNeeded,
  ],
} as const satisfies Endpoint;

export const replaceEmail = {
  method: "PUT",
  path: "/users/email",
  summary:
    "Replace the e-mail, even a confirmed one, or remove it with an empty text; needs a fresh second code",
  access: "shopper",
  body: z.object({ email: z.union([z.literal(""), Email]) }),
  answer: Message,
  refusals: [refusals.invalid, refusals.secondCodeNeeded, userRefusals.emailChanged],
} as const satisfies Endpoint;

/** The specification gives the path with this misspelling. */
export const requestEmailVerification = {
  method: "POST",
  path: "/users/requestemailverfication",
  summary: "Send a link to the profile's e-mail that confirms it",
  access: "shopper",
  answer: Message,
  refusals: [
    userRefusals.emailMissing,
    userRefusals.emailVerified,
    refusals.tooMany,
    refusals.unavailable,
  ],
} as const satisfies Endpoint;

const EmailToken = z.string({ error: userRefusals.badEmailToken.message }).min(1).max(200);

export const lookAtEmailLink = {
  method: "POST",
  path: "/users/emailverfication/look",
  summary: "Get the masked phone of the account whose e-mail a link would confirm; changes nothing",
  access: "anyone",
  body: z.object({ token: EmailToken }),
  answer: z.object({ phone: z.string().describe("Masked phone number of the account") }),
  refusals: [refusals.invalid, userRefusals.badEmailToken],
} as const satisfies Endpoint;

export const verifyEmail = {
  method: "POST",
  path: "/users/emailverfication",
  summary: "Confirm an e-mail with the token of the link in the message; no session needed",
  access: "anyone",
  body: z.object({ token: EmailToken }),
  answer: Message,
  refusals: [refusals.invalid, userRefusals.badEmailToken, userRefusals.emailTaken],
} as const satisfies Endpoint;
