import { z } from "zod";
import { haveSameLetters, splitName } from "../persian/names.ts";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import {
  CardNumber,
  CardOwner,
  INCOMPLETE_PERSON,
  hasBothOrNeither,
  inquiredFields,
} from "./field.ts";
import { NextCursor, PageQuery } from "./page.ts";
import { uploadUrl } from "./upload.ts";
import { FirstName, IdentityStatus, LastName } from "./user.ts";

/** Identity verification: requests and their decisions. Sections 2, 3 and 5. */

/** The names are verified together with the card, so they must be the names of its owner. */
const OTHER_NAME = "نام و نام خانوادگی باید همان نام صاحب حساب باشد.";
const HALF_NAME = "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید.";
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
  status: IdentityStatus,
  rejectionReason: z.string().nullable(),
});
export type IdentityRequest = z.infer<typeof IdentityRequest>;

export const getIdentityRequests = {
  method: "GET",
  path: "/authorizes",
  summary: "List the shopper's identity requests, newest first",
  access: "shopper",
  query: PageQuery,
  answer: z.object({ authorizations: z.array(IdentityRequest), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies Endpoint;

export const createIdentityRequest = {
  method: "POST",
  path: "/authorizes",
  summary:
    "Request identity verification with an image of a document and a bank card; one open request at a time. The approval also verifies the card and fills in missing names",
  access: "shopper",
  body: z
    .object({
      IdentificationDocumentImage: uploadUrl(NO_DOCUMENT),
      cardNumber: CardNumber,
      cardOwner: CardOwner,
      firstName: FirstName.optional().describe(
        "When absent, the part of `cardOwner` before its first space",
      ),
      lastName: LastName.optional().describe(
        "When absent, the part of `cardOwner` after its first space",
      ),
      ...inquiredFields,
    })
    .refine(hasBothOrNeither, INCOMPLETE_PERSON)
    .refine(
      ({ cardOwner, firstName, lastName }) =>
        (firstName === undefined && lastName === undefined) ||
        haveSameLetters(cardOwner, `${firstName ?? ""}${lastName ?? ""}`),
      { error: OTHER_NAME, path: ["lastName"] },
    )
    // With only half of the name, the codes of every order would stay closed: see section 3.4.
    .refine(
      ({ cardOwner, firstName, lastName }) =>
        firstName === undefined && lastName === undefined
          ? splitName(cardOwner).lastName !== ""
          : firstName !== undefined && lastName !== undefined,
      { error: HALF_NAME, path: ["cardOwner"] },
    ),
  answer: Message.extend({ authorization: IdentityRequest }),
  refusals: [refusals.invalid, refusals.tooMany, ...Object.values(identityRefusals)],
} as const satisfies Endpoint;

export const checkIdentity = {
  method: "GET",
  path: "/authorizes/status/checkstatus",
  summary: "Check whether the shopper has an identity request that is pending or verified",
  access: "shopper",
  answer: z.object({
    hasActiveAuthorization: z.boolean(),
    asksNationalCode: z
      .boolean()
      .describe(
        "True when `nationalCode` and `birthDate` can get the identity verified within seconds",
      ),
  }),
  refusals: [],
} as const satisfies Endpoint;
