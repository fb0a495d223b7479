import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { OneTimeCode, signInRefusals } from "./sign-in.ts";

/** A one-time code for somebody who is signed in already. Section 4.22. */

/** Minutes after a second code in which its session may change what the e-mail protects. */
export const FRESH_CODE_MINUTES = 10;
/**
 * The most codes in a day for one session, and for all sessions of one person. The first limit is
 * lower, so that a thief in one session cannot use up the codes of the owner.
 */
export const SECOND_CODES_PER_SESSION_DAY_MAX = 5;
export const SECOND_CODES_PER_DAY_MAX = 10;
/**
 * After this many wrong guesses of a person's second codes in a day, each further code allows one
 * try.
 */
export const WRONG_SECOND_CODES_PER_DAY_MAX = 15;

export const sendSecondCode = {
  method: "POST",
  path: "/auth/second",
  summary:
    "Send a one-time code to the shopper's own phone, after a call was answered 403 second_code_needed",
  access: "shopper",
  openBeforeSecondCode: "Needed to get the second code",
  answer: z.object({
    message: z.string(),
    resendAfterSeconds: z.number().int(),
    phone: z.string().describe("Masked phone number to which the code was sent"),
  }),
  refusals: [signInRefusals.codeSentRecently, refusals.tooMany, signInRefusals.codeNotSent],
} as const satisfies Endpoint;

export const verifySecondCode = {
  method: "POST",
  path: "/auth/second/verify",
  summary:
    "Confirm this browser with the second code; afterwards, repeat the call that was refused",
  access: "shopper",
  openBeforeSecondCode: "Needed to get the second code",
  body: z.object({ otp: OneTimeCode }),
  answer: Message,
  refusals: [refusals.invalid, signInRefusals.wrongCode, signInRefusals.deadCode],
} as const satisfies Endpoint;
