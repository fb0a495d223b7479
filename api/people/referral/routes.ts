import { readFirst, readAll } from "../../base/batch.ts";
import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import { type Referral, getReferrals } from "../../../contract/referral.ts";
import { type ShopEnv, query, refuse, shopper } from "../../base/context.ts";
import { NEWEST, cutPage, readCursor } from "../../base/page.ts";
import { findInvitees, findReferral } from "./statements.ts";
import { toIso } from "../../base/time.ts";

export const referrals = new Hono<ShopEnv>();

referrals.get("/", shopper, query(getReferrals.query), async (c) => {
  const { db } = c.var.shop;
  const { limit, cursor } = c.var.query;
  const row = await readFirst(findReferral(db, c.var.userId));
  if (!row) return refuse(c, refusals.userGone);
  const requested = { limit: limit + 1, after: readCursor(cursor) ?? NEWEST };
  const results = await readAll(findInvitees(db, c.var.userId, requested));
  const { page, nextCursor } = cutPage(results, limit, ({ created_at, id }) => ({
    at: created_at,
    id,
  }));
  const referral: Referral = {
    code: row.referral_code,
    totalRegistrations: row.invitees_count,
    totalPurchases: row.invitees_purchases_count,
    totalIncome: row.referral_income_toman,
    pendingIncome: row.referral_pending_toman,
    incomeInReview: row.in_review_toman,
    invitees: page.map((invitee) => ({
      firstName: invitee.first_name,
      lastName: invitee.last_name,
      registrationDate: toIso(invitee.created_at),
      purchaseCount: invitee.purchases_count,
      incomeForInviter: invitee.income_for_inviter_toman,
    })),
    nextCursor,
  };
  return c.json({ referral });
});
