import type { Invitee, Referral } from "../../contract/referral.ts";
import { NOWRUZ } from "./sample-time.ts";

export function sampleInvitees(count: number, from = 1): Invitee[] {
  return Array.from({ length: count }, (_, index) => ({
    firstName: index % 3 === 2 ? "" : index % 3 === 1 ? "عبدالرحمان" : "نگار",
    lastName: index % 3 === 2 ? "" : index % 3 === 1 ? "میرمحمدصادقی" : "آزمون",
    registrationDate: NOWRUZ,
    purchaseCount: from + index,
    incomeForInviter: index % 2 === 0 ? (from + index) * 1_000 : 0,
  }));
}

export function sampleReferral(referral: Partial<Referral> = {}): Referral {
  return {
    code: "NEGAR7KQ2",
    totalRegistrations: 12,
    totalPurchases: 34,
    totalIncome: 1_254_000,
    pendingIncome: 86_000,
    incomeInReview: 0,
    invitees: sampleInvitees(12),
    nextCursor: null,
    ...referral,
  };
}
