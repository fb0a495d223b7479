import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { CardNumber, CardOwner } from "./field.ts";
import { NextCursor, PageQuery } from "./page.ts";
import { uploadUrl } from "./upload.ts";

/** Identity verification: requests and their decisions. Sections 2, 3 and 5. */

const NO_DOCUMENT = "لطفاً تصویر مدرک شناسایی خود را بارگذاری کنید";

export const identityRefusals = {
  alreadyActive: {
    code: "authorization_active",
    status: 409,
    message: "درخواست احراز هویت شما پیش‌تر ثبت شده است.",
  },
  cardUsed: { code: "card_used", status: 409, message: "این شمارهٔ کارت قبلاً استفاده شده است." },
  imageNotFound: { code: "image_not_found", status: 422, message: NO_DOCUMENT },
} as const;

export const IdentityRequest = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  status: z.enum(["pending", "verified", "rejected"]),
  rejectionReason: z.string().nullable(),
});
export type IdentityRequest = z.infer<typeof IdentityRequest>;

export const getIdentityRequests = {
  method: "GET",
  path: "/authorizes",
  summary: "The shopper's identity requests, newest first",
  access: "shopper",
  query: PageQuery,
  answer: z.object({ authorizations: z.array(IdentityRequest), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies Endpoint;

export const createIdentityRequest = {
  method: "POST",
  path: "/authorizes",
  summary: "Request identity verification with an image of a document; one open request at a time",
  access: "shopper",
  body: z.object({
    IdentificationDocumentImage: uploadUrl(NO_DOCUMENT),
    cardNumber: CardNumber,
    cardOwner: CardOwner,
  }),
  answer: Message.extend({ authorization: IdentityRequest }),
  refusals: [refusals.invalid, refusals.tooMany, ...Object.values(identityRefusals)],
} as const satisfies Endpoint;

export const checkIdentity = {
  method: "GET",
  path: "/authorizes/status/checkstatus",
  summary: "Tell whether an identity request is pending or verified",
  access: "shopper",
  answer: z.object({ hasActiveAuthorization: z.boolean() }),
  refusals: [],
} as const satisfies Endpoint;
