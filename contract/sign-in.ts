import { z } from "zod";
import { toPersianDigits } from "../persian/digits.ts";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { DigitsText, Phone, ReferralCodeText } from "./field.ts";

/** Sign-in with a phone and a one-time code. Sections 2, 4 and 5. */

export const CODE_LENGTH = 4;
/** A code expires after this time. */
export const CODE_LIFE_SECONDS = 120;
/** A code is invalid after this many guesses. */
export const CODE_TRIES_MAX = 5;
export const RESEND_AFTER_SECONDS = 60;
export const SESSION_DAYS = 31;

/**
 * The work that a browser must do before a code is sent, when many strangers request codes. For
 * each of the parts, the browser finds a number whose hash begins with a given number of zero bits.
 * Together that takes 65,536 hashes on average: a tenth of a second on a computer, at most three
 * seconds on a slow phone. Several parts make the time vary less.
 */
export const WORK_PARTS = 8;
export const WORK_PART_BITS = 13;
/** A challenge must be solved within this time. */
export const WORK_LIFE_SECONDS = 300;
/** The work doubles each time a wide network has received this many codes for work within a day. */
export const WORK_DOUBLES_AFTER = 20;
/** The work also doubles each time the wide network has made this many wrong guesses. */
export const WORK_DOUBLES_AFTER_GUESSES = 5;

const NO_CODE = `کد تأیید باید ${toPersianDigits(CODE_LENGTH)} رقم باشد.`;

/** A one-time code as people type it, in any digits. */
export const OneTimeCode = DigitsText(CODE_LENGTH, NO_CODE, "لطفاً کد تأیید را وارد کنید.");

export const signInRefusals = {
  wrongCode: {
    code: "wrong_code",
    status: 401,
    message: "کد وارد شده درست نیست یا منقضی شده است.",
  },
  deadCode: {
    code: "dead_code",
    status: 429,
    message: "تعداد تلاش‌ها بیش از اندازه شد. لطفاً کد تازه‌ای بگیرید.",
  },
  codeSentRecently: {
    code: "code_sent_recently",
    status: 429,
    message: "کد تأیید به‌تازگی ارسال شده است. لطفاً کمی صبر کنید.",
  },
  /**
   * `details` is a challenge, `time.bits.salt`. For each part from 0 on the browser finds a number
   * such that the SHA-256 of `salt`, part, `.` and number begins with that many zero bits, and
   * repeats its call with `work`: the challenge and the numbers, separated by dots.
   */
  workNeeded: {
    code: "work_needed",
    status: 403,
    message:
      "پیش از ارسال کد، مرورگر شما باید یک بررسی امنیتی انجام دهد. لطفاً کمی بعد یا با اینترنت دیگری دوباره تلاش کنید.",
  },
  codeNotSent: {
    code: "code_not_sent",
    status: 503,
    message: "ارسال کد تأیید ناموفق بود. لطفاً دوباره تلاش کنید.",
  },
} as const;

const Work = z
  .string()
  .max(300)
  .nullish()
  .describe("After a 403 `work_needed`: its `details` and the numbers found, separated by dots");

export const requestCode = {
  method: "POST",
  path: "/auth",
  summary: "Send a one-time code by SMS; the response is the same for known and unknown numbers",
  access: "anyone",
  body: z.object({
    username: Phone.describe(
      "Mobile number in any common form; compared by its ten digits without the leading zero",
    ),
    referralCode: ReferralCodeText.nullish(),
    work: Work,
  }),
  answer: z.object({ message: z.string(), resendAfterSeconds: z.number().int() }),
  refusals: [
    refusals.invalid,
    signInRefusals.workNeeded,
    signInRefusals.codeSentRecently,
    refusals.tooMany,
    signInRefusals.codeNotSent,
  ],
} as const satisfies Endpoint;

export const verifyCode = {
  method: "POST",
  path: "/auth/verify",
  summary: "Sign in with the one-time code; the shop's edge puts the session token into a cookie",
  access: "anyone",
  body: z.object({ username: Phone, otp: OneTimeCode, work: Work }),
  answer: z.object({
    message: z.string(),
    token: z
      .string()
      .optional()
      .describe("Token of the session; absent when the shop's edge puts it into a cookie instead"),
  }),
  refusals: [
    refusals.invalid,
    signInRefusals.wrongCode,
    signInRefusals.workNeeded,
    signInRefusals.deadCode,
  ],
} as const satisfies Endpoint;

export const signOut = {
  method: "POST",
  path: "/auth/logout",
  summary: "Sign out: end the session of this call and no longer treat its browser as known",
  access: "anyone",
  answer: Message,
  refusals: [],
} as const satisfies Endpoint;

/**
 * The reason in requests that were waiting for a decision and are rejected when all sessions end; a
 * thief may have sent them.
 */
export const SESSIONS_ENDED =
  "با خروج از همهٔ دستگاه‌ها کنار گذاشته شد. اگر خودتان فرستاده بودید، دوباره بفرستید.";

export const signOutEverywhere = {
  method: "POST",
  path: "/auth/logout-everywhere",
  summary: "End all sessions, this one included, and cancel what a thief may have left pending",
  access: "shopper",
  answer: Message,
  refusals: [],
} as const satisfies Endpoint;
