import { type Statement } from "../../base/batch.ts";
import type { Cursor } from "../../base/page.ts";

export interface ReferralRow {
  referral_code: string;
  invitees_count: number;
  invitees_purchases_count: number;
  referral_income_toman: number;
  referral_pending_toman: number;
  in_review_toman: number;
}

export function findReferral(db: D1Database, userId: string): Statement<ReferralRow> {
  return db
    .prepare(
      `SELECT referral_code, invitees_count, invitees_purchases_count, referral_income_toman,
         referral_pending_toman, (
           SELECT coalesce(sum(amount_toman - cancelled_toman), 0) FROM earning
           WHERE user_id = user.id AND state = 'held' AND look = 'waiting') AS in_review_toman
       FROM user WHERE id = ?1`,
    )
    .bind(userId);
}

export interface InviteeRow {
  id: string;
  first_name: string;
  last_name: string;
  created_at: number;
  purchases_count: number;
  income_for_inviter_toman: number;
}

export function findInvitees(
  db: D1Database,
  userId: string,
  page: { limit: number; after: Cursor },
): Statement<InviteeRow> {
  return db
    .prepare(
      `SELECT id, first_name, last_name, created_at, purchases_count, income_for_inviter_toman
       FROM user
       WHERE inviter_id = ?1 AND (created_at, id) < (?2, ?3)
       ORDER BY created_at DESC, id DESC LIMIT ?4`,
    )
    .bind(userId, page.after.at, page.after.id, page.limit);
}
