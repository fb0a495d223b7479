import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";
import { NextCursor, PageQuery } from "./page.ts";
import { PROBLEM_HOURS } from "./ticket.ts";

/** The referral programme. Sections 2, 3 and 9. */

/** The inviter's share of the profit of each purchase of an invitee. */
export const REFERRAL_PERCENT = 30;
/** The percentage of the personal discount code that an invited shopper gets. */
export const INVITEE_DISCOUNT_PERCENT = 5;
/** The most that it takes off: as much as on a purchase of four million toman. */
export const INVITEE_DISCOUNT_MAX_TOMAN = 200_000;
/**
 * Income and cashback are held this long after delivery, the time in which problems can be
 * reported.
 */
export const EARNING_HOLD_HOURS = PROBLEM_HOURS;

export const Invitee = z.object({
  firstName: z.string().describe("Empty when it is not known"),
  lastName: z.string(),
  registrationDate: z.iso.datetime(),
  purchaseCount: z.number().int(),
  incomeForInviter: z.number().int().describe("Toman, credited"),
});
export type Invitee = z.infer<typeof Invitee>;

export const Referral = z.object({
  code: z.string(),
  totalRegistrations: z.number().int(),
  totalPurchases: z.number().int(),
  totalIncome: z.number().int().describe("Toman, credited"),
  pendingIncome: z
    .number()
    .int()
    .describe("Toman held until problems can no longer be reported and the inviter is verified"),
  incomeInReview: z
    .number()
    .int()
    .describe("Toman of the pending income that an operator looks at before it is paid"),
  invitees: z.array(Invitee),
  nextCursor: NextCursor,
});
export type Referral = z.infer<typeof Referral>;

export const getReferrals = {
  method: "GET",
  path: "/referrals",
  summary: "The shopper's referral code, its figures and invitees, newest first",
  access: "shopper",
  query: PageQuery,
  answer: z.object({ referral: Referral }),
  refusals: [refusals.invalid],
} as const satisfies Endpoint;
