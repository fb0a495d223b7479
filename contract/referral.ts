import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";
import { NextCursor, PageQuery } from "./page.ts";
import { PROBLEM_HOURS } from "./ticket.ts";

/** The referral programme. Sections 2, 3 and 9. */

/** The inviter's share of the profit of each purchase of an invitee. */
export const REFERRAL_PERCENT = 30;
/** The percentage of the personal discount code that an invited shopper gets. */
export const INVITEE_DISCOUNT_PERCENT = 5;
/** The highest discount of that code: as much as it gives on a purchase of four million toman. */
export const INVITEE_DISCOUNT_MAX_TOMAN = 200_000;
/**
 * Earnings are held this long after delivery, which is the time in which problems can be reported.
 */
export const EARNING_HOLD_HOURS = PROBLEM_HOURS;

export const Invitee = z.object({
  firstName: z.string().describe("First name of the invitee; empty when unknown"),
  lastName: z.string(),
  registrationDate: z.iso.datetime(),
  purchaseCount: z.number().int(),
  incomeForInviter: z
    .number()
    .int()
    .describe("Toman that the inviter got for this invitee's purchases"),
});
export type Invitee = z.infer<typeof Invitee>;

export const Referral = z.object({
  code: z.string(),
  totalRegistrations: z.number().int(),
  totalPurchases: z.number().int(),
  totalIncome: z.number().int().describe("Toman that were paid to the shopper so far"),
  pendingIncome: z
    .number()
    .int()
    .describe(
      "Toman that are paid when problems can no longer be reported and the inviter is verified",
    ),
  incomeInReview: z
    .number()
    .int()
    .describe("Toman of `pendingIncome` that an operator must check before they are paid"),
  invitees: z.array(Invitee),
  nextCursor: NextCursor,
});
export type Referral = z.infer<typeof Referral>;

export const getReferrals = {
  method: "GET",
  path: "/referrals",
  summary: "Get the shopper's referral code, its figures, and the invitees, newest first",
  access: "shopper",
  query: PageQuery,
  answer: z.object({ referral: Referral }),
  refusals: [refusals.invalid],
} as const satisfies Endpoint;
