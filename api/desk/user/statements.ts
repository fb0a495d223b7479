import { type Statement } from "../../base/batch.ts";
import { PROVEN_OWNER } from "../../base/person.ts";

export interface PersonRow {
  id: string;
  first_name: string;
  last_name: string;
  phone: string;
  forgotten_at: number | null;
  proven_owner: string | null;
}

const FOUND = `SELECT u.id, u.first_name, u.last_name, u.phone, u.forgotten_at,
    ${PROVEN_OWNER} AS proven_owner FROM user u`;

export function findPerson(db: D1Database, id: string): Statement<PersonRow> {
  return db.prepare(`${FOUND} WHERE u.id = ?1`).bind(id);
}

export function findPersonByPhone(db: D1Database, phone: string): Statement<PersonRow> {
  return db.prepare(`${FOUND} WHERE u.phone = ?1 AND u.forgotten_at IS NULL`).bind(phone);
}

/** Reasons against deleting a person's data, each 0 or 1. */
export interface Obstacles {
  has_money: number;
  has_order: number;
  has_payment: number;
  has_withdrawal: number;
  has_refund: number;
  has_earning: number;
  has_gift: number;
}

const HAS_MONEY =
  "EXISTS (SELECT 1 FROM account WHERE id = 'shopper:' || ?1 AND credits_toman <> debits_toman)";
const HAS_ORDER = `EXISTS (SELECT 1
  FROM orders o WHERE o.user_id = ?1 AND (o.state = 'awaiting' OR o.profile_due_at IS NOT NULL
    OR (o.state = 'paid' AND EXISTS (SELECT 1 FROM order_item
      WHERE order_id = o.id AND delivery_status IN ('pending', 'processing')))))`;
/** A payment that is still being checked is a reason too, because its money may arrive late. */
const HAS_PAYMENT = `EXISTS (SELECT 1 FROM payment WHERE user_id = ?1
  AND (state IN ('initiating', 'pending') OR (state = 'review' AND reviewed_at IS NULL)
    OR next_check_at IS NOT NULL))`;
const HAS_WITHDRAWAL = "EXISTS (SELECT 1 FROM withdrawal WHERE user_id = ?1 AND state = 'pending')";
const HAS_REFUND = `EXISTS (SELECT 1 FROM orders o JOIN refund f ON f.order_id = o.id
  WHERE o.user_id = ?1 AND f.state NOT IN ('done', 'fallen_back'))`;
/**
 * Referral income of a person without a verified identity would be held for ever. Therefore it is
 * not a reason against deletion, and is lost.
 */
const HAS_EARNING = `EXISTS (SELECT 1 FROM earning WHERE user_id = ?1 AND state = 'held'
  AND (kind = 'reward'
    OR EXISTS (SELECT 1 FROM identity_request WHERE user_id = ?1 AND status = 'verified')))`;
/** A gift whose SMS is not sent yet: forgetting the giver would delete its link. */
const HAS_GIFT = `EXISTS (SELECT 1 FROM gift g JOIN outbox m ON m.id = 'gift:' || g.id
  WHERE g.user_id = ?1 AND g.state = 'sealed' AND g.phone IS NOT NULL
    AND m.next_attempt_at IS NOT NULL)`;

export function findObstacles(db: D1Database, id: string): Statement<Obstacles> {
  return db
    .prepare(
      `SELECT ${HAS_MONEY} AS has_money, ${HAS_ORDER} AS has_order, ${HAS_PAYMENT} AS has_payment,
         ${HAS_WITHDRAWAL} AS has_withdrawal, ${HAS_REFUND} AS has_refund,
         ${HAS_EARNING} AS has_earning, ${HAS_GIFT} AS has_gift`,
    )
    .bind(id);
}

export function claimNothingOpen(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'nothing of the person is open', NOT (
         ${HAS_MONEY} OR ${HAS_ORDER} OR ${HAS_PAYMENT} OR ${HAS_WITHDRAWAL} OR ${HAS_REFUND}
         OR ${HAS_EARNING} OR ${HAS_GIFT})`,
    )
    .bind(id);
}

/** SQL text: the last time when money of person ?1 moved; 0 when it never did. */
const LAST_MOVED = `SELECT max(
  coalesce((SELECT max(created_at) FROM transfer WHERE debit_account_id = 'shopper:' || ?1), 0),
  coalesce((SELECT max(created_at) FROM transfer WHERE credit_account_id = 'shopper:' || ?1), 0),
  coalesce((SELECT max(paid_at) FROM orders WHERE user_id = ?1), 0),
  coalesce((SELECT max(settled_at) FROM payment
    WHERE user_id = ?1 AND state IN ('paid', 'credited', 'review')), 0),
  coalesce((SELECT max(decided_at) FROM withdrawal WHERE user_id = ?1), 0),
  coalesce((SELECT max(f.settled_at)
    FROM orders o JOIN refund f ON f.order_id = o.id WHERE o.user_id = ?1), 0))`;

/** Reads, as `moved_at`, the last time when money of a person moved. */
export function readLastMoved(db: D1Database, id: string): Statement<{ moved_at: number }> {
  return db.prepare(`SELECT (${LAST_MOVED}) AS moved_at`).bind(id);
}

/** Aborts when money of the person moved after `since`. */
export function claimRested(db: D1Database, id: string, since: number): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO must SELECT 'no money of the person moved lately', (${LAST_MOVED}) <= ?2`)
    .bind(id, since);
}

export function claimNotForgotten(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the personal data were not deleted',
         (SELECT forgotten_at IS NULL FROM user WHERE id = ?1)`,
    )
    .bind(id);
}
