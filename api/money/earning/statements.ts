import { type Statement } from "../../base/batch.ts";
import { EARNING_HOLD_HOURS, REFERRAL_PERCENT } from "../../../contract/referral.ts";
import { isFrozen } from "../../base/frozen.ts";
import { LOOKS_LIKE_ONE_PERSON } from "../../base/person-mark.ts";
import { DAY_MS, HOUR_MS } from "../../base/time.ts";

/**
 * SQL text: true when the buyer `u` and their inviter are one person: they have at some time had
 * the same verified card, or named the same card to pay without papers.
 */
const IS_SAME_PERSON = `EXISTS (
    SELECT 1 FROM (
      SELECT number_fingerprint AS fingerprint
      FROM bank_card WHERE user_id = u.id AND status = 'verified'
      UNION ALL SELECT number_fingerprint FROM bank_card WHERE user_id = u.id AND is_named = 1
      UNION ALL SELECT card_number_fingerprint
      FROM identity_request WHERE user_id = u.id AND status = 'verified')
    WHERE fingerprint IN (
      SELECT number_fingerprint FROM bank_card WHERE user_id = u.inviter_id AND status = 'verified'
      UNION ALL SELECT number_fingerprint FROM bank_card
      WHERE user_id = u.inviter_id AND is_named = 1
      UNION ALL SELECT card_number_fingerprint
      FROM identity_request WHERE user_id = u.inviter_id AND status = 'verified'))`;

/**
 * SQL text: true when the owner of the earning `e` has a verified identity. Even cashback is paid
 * only to such an owner, because people who bought without papers cannot use the wallet.
 */
const IS_PROVED = `EXISTS (SELECT 1 FROM identity_request
    WHERE user_id = e.user_id AND status = 'verified')`;

/** SQL text: true when the earning `e` has to wait because its owner or its buyer is frozen. */
const IS_FROZEN = `(${isFrozen("e.user_id")} OR ${isFrozen("e.buyer_id")})`;

/**
 * SQL text: true when the earning `e` can be paid at time `?1`. An open ticket about the item holds
 * back cashback for as long as it is open, and the inviter's income if the ticket is younger than
 * `?4`.
 */
const IS_PAYABLE = `(e.state = 'held' AND e.due_at <= ?1 AND e.look IS NOT 'waiting' AND ${IS_PROVED}
    AND NOT ${IS_FROZEN}
    AND NOT EXISTS (
      SELECT 1 FROM ticket WHERE order_item_id = e.order_item_id AND status <> 'Closed'
        AND (e.kind = 'reward' OR created_at > ?4))
    AND (
      SELECT o.profile_due_at IS NULL
      FROM order_item i JOIN orders o ON o.id = i.order_id WHERE i.id = e.order_item_id))`;

/** SQL text: the cashback for the item `i`, which is never more than was paid for it. */
const CASHBACK = "min(i.reward_toman * i.quantity, i.total_toman)";

/**
 * Part of a batch that delivers items: records the buyer's cashback and the inviter's share of the
 * profit. The profit is the price paid, minus the cost of the delivered codes, minus the cashback.
 * Both are due when the time for reporting problems is over; the share of an inviter who looks like
 * the buyer is also held for a look.
 */
export function noteEarnings(
  db: D1Database,
  itemIds: string[],
  now: number,
): D1PreparedStatement[] {
  const items = JSON.stringify(itemIds);
  const dueAt = now + EARNING_HOLD_HOURS * HOUR_MS;
  return [
    db
      .prepare(
        `INSERT INTO earning
           (id, kind, user_id, buyer_id, order_item_id, amount_toman, due_at, created_at)
         SELECT 'reward:' || i.id, 'reward', o.user_id, o.user_id, i.id,
           ${CASHBACK}, ?2, ?3
         FROM json_each(?1) requested
         JOIN order_item i ON i.id = requested.value
         JOIN orders o ON o.id = i.order_id
         WHERE ${CASHBACK} > 0`,
      )
      .bind(items, dueAt, now),
    db
      .prepare(
        `INSERT INTO earning
           (id, kind, user_id, buyer_id, order_item_id, amount_toman, due_at, created_at, look)
         SELECT 'referral:' || id, 'referral', inviter_id, buyer_id, id,
           profit_toman * CAST(?4 AS INTEGER) / 100, ?2, ?3, iif(looks_like_one, 'waiting', NULL)
         FROM (
           SELECT i.id, u.id AS buyer_id, u.inviter_id,
             ${LOOKS_LIKE_ONE_PERSON} AS looks_like_one, i.total_toman - ${CASHBACK} - (
             SELECT coalesce(sum(b.unit_cost_toman), 0)
             FROM code c JOIN code_batch b ON b.id = c.batch_id
             WHERE c.order_item_id = i.id AND c.status = 'sold') AS profit_toman
           FROM json_each(?1) requested JOIN order_item i ON i.id = requested.value
           JOIN orders o ON o.id = i.order_id JOIN user u ON u.id = o.user_id
           WHERE (SELECT forgotten_at IS NULL FROM user WHERE id = u.inviter_id)
             AND NOT ${IS_SAME_PERSON})
         WHERE profit_toman * CAST(?4 AS INTEGER) / 100 >= 1`,
      )
      .bind(items, dueAt, now, REFERRAL_PERCENT),
  ];
}

export interface DueEarningRow {
  id: string;
  kind: "reward" | "referral";
  user_id: string;
  order_item_id: string;
  order_id: string;
  /** The amount without the share of refunded units. */
  amount_toman: number;
  /** 1 when the inviter has turned out to be the buyer. */
  is_same_person: number;
  /** 1 when the inviter looks like the buyer, and no operator has decided about it yet. */
  needs_look: number;
}

/**
 * SQL text: true when the earning `e` of the buyer `u` must be held for a look before it is paid.
 */
const NEEDS_LOOK = `(e.kind = 'referral' AND e.look IS NULL AND ${LOOKS_LIKE_ONE_PERSON})`;

/** Finds earnings that can be paid now, longest due first. */
export function findDueEarnings(
  db: D1Database,
  limit: number,
  now: number,
  ticketDays: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT e.id, e.kind, e.user_id, e.order_item_id, i.order_id,
         e.amount_toman - e.cancelled_toman AS amount_toman,
         e.kind = 'referral' AND ${IS_SAME_PERSON} AS is_same_person, ${NEEDS_LOOK} AS needs_look
       FROM earning e JOIN order_item i ON i.id = e.order_item_id JOIN user u ON u.id = e.buyer_id
       WHERE e.state = 'held' AND e.due_at <= ?1 AND ${IS_PAYABLE} ORDER BY e.due_at LIMIT ?2`,
    )
    .bind(now, limit, null, now - ticketDays * DAY_MS);
}

/**
 * Postpones due earnings of people without a verified identity by a day, so that the jobs do not
 * check them each minute.
 */
export function putOffUnproved(db: D1Database, limit: number, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE earning SET due_at = ?1 + ?2
       WHERE id IN (
         SELECT id FROM earning e
         WHERE e.state = 'held' AND e.look IS NOT 'waiting' AND e.due_at <= ?1 AND NOT ${IS_PROVED}
         ORDER BY e.due_at LIMIT ?3)`,
    )
    .bind(now, DAY_MS, limit);
}

/**
 * Aborts when another run has paid the earning, a part of it was cancelled, or a problem was
 * reported.
 */
export function claimPayable(
  db: D1Database,
  { id, amount_toman: amountToman }: Pick<DueEarningRow, "id" | "amount_toman">,
  now: number,
  ticketDays: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the earning can be paid', (
         SELECT ${IS_PAYABLE} AND e.amount_toman - e.cancelled_toman = ?3
         FROM earning e WHERE e.id = ?2)`,
    )
    .bind(now, id, amountToman, now - ticketDays * DAY_MS);
}

/** The units of an item that are refunded in the same batch. */
export interface ReturnedUnits {
  refundId: string;
  itemId: string;
  orderId: string;
  quantity: number;
  /** The numbers of the units. */
  units: readonly number[];
}

/**
 * SQL text: the share of the earning `e` for `?4` of `?3` units, rounded down for each unit. `?5`
 * is 1 when the last unit is among them; it gets the remainder.
 */
const SHARE = `(e.amount_toman / CAST(?3 AS INTEGER) * CAST(?4 AS INTEGER)
    + iif(?5, e.amount_toman % CAST(?3 AS INTEGER), 0))`;

/**
 * SQL text: true when nothing of the earning `e` remains: its item is cancelled, or the units that
 * remain earn nothing.
 */
const IS_ALL_BACK = `(
    (SELECT delivery_status = 'cancelled' FROM order_item WHERE id = e.order_item_id)
    OR (e.state = 'held' AND e.cancelled_toman + ${SHARE} >= e.amount_toman))`;

/**
 * Part of a batch that refunds units of an item: cancels the units' share of unpaid earnings, and
 * takes the share of paid ones back from their owner's wallet, as far as its balance goes.
 */
export function takeBackEarnings(
  db: D1Database,
  { refundId, itemId, orderId, quantity, units }: ReturnedUnits,
  now: number,
): D1PreparedStatement[] {
  const share = [quantity, units.length, Number(units.includes(quantity))];
  return [
    db
      .prepare(
        `INSERT INTO transfer
           (id, kind, debit_account_id, credit_account_id, amount_toman, order_id, created_at)
         SELECT 'take_back:' || e.id || ':' || ?2, 'take_back', a.id, 'shop:sales',
           min(${SHARE}, a.credits_toman - a.debits_toman), ?6, ?7
         FROM earning e JOIN account a ON a.id = 'shopper:' || e.user_id
         WHERE e.order_item_id = ?1 AND e.state = 'paid' AND a.credits_toman > a.debits_toman
           AND ${SHARE} > 0`,
      )
      .bind(itemId, refundId, ...share, orderId, now),
    db
      .prepare(
        `UPDATE earning AS e SET
           taken_back_toman = taken_back_toman + coalesce(
             (SELECT amount_toman FROM transfer WHERE id = 'take_back:' || e.id || ':' || ?2), 0),
           cancelled_toman = cancelled_toman + iif(state = 'held', ${SHARE}, 0),
           state = iif(${IS_ALL_BACK}, iif(state = 'held', 'cancelled', 'taken_back'), state),
           settled_at = iif(${IS_ALL_BACK}, ?6, settled_at)
         WHERE order_item_id = ?1 AND state IN ('held', 'paid')`,
      )
      .bind(itemId, refundId, ...share, now),
  ];
}

export interface TakenBackRow {
  cancelled_toman: number;
  taken_back_toman: number;
}

/**
 * Finds what `takeBackEarnings` would cancel and take back, after the refund has paid `walletToman`
 * into the buyer's wallet.
 */
export function findTakenBack(
  db: D1Database,
  {
    itemId,
    quantity,
    units,
    walletToman,
  }: Omit<ReturnedUnits, "refundId" | "orderId"> & { walletToman: number },
): Statement<TakenBackRow> {
  return db
    .prepare(
      `SELECT coalesce(sum(iif(e.state = 'held', ${SHARE}, 0)), 0) AS cancelled_toman,
         coalesce(sum(iif(e.state = 'paid', min(${SHARE},
           a.credits_toman - a.debits_toman + iif(e.kind = 'reward', ?2, 0)), 0)), 0)
           AS taken_back_toman
       FROM earning e JOIN account a ON a.id = 'shopper:' || e.user_id
       WHERE e.order_item_id = ?1 AND e.state IN ('held', 'paid')`,
    )
    .bind(itemId, walletToman, quantity, units.length, Number(units.includes(quantity)));
}

/** Holds an earning for a look before it is paid. */
export function askForLook(db: D1Database, earningId: string): D1PreparedStatement {
  return db.prepare("UPDATE earning SET look = 'waiting' WHERE id = ?1").bind(earningId);
}

/**
 * Aborts the payment of referral income when buyer and inviter turned out to be one person, or look
 * like one and no operator has decided about it.
 */
export function claimTwoPeople(db: D1Database, earningId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'buyer and inviter are two people', (
         SELECT NOT ${IS_SAME_PERSON} AND NOT ${NEEDS_LOOK}
         FROM earning e JOIN user u ON u.id = e.buyer_id WHERE e.id = ?1)`,
    )
    .bind(earningId);
}

export function settleEarning(
  db: D1Database,
  earningId: string,
  state: "paid" | "cancelled",
  now: number,
): D1PreparedStatement {
  return db
    .prepare("UPDATE earning SET state = ?2, settled_at = ?3 WHERE id = ?1")
    .bind(earningId, state, now);
}

/**
 * Part of the batch that releases a freeze; must come before the release. Extends the waiting time
 * of income from purchases of the frozen people by the time in which they could not report
 * problems. Time that another freeze covers too is added when that freeze is released.
 */
export const resumeWaits = (db: D1Database, freezeId: string, now: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE earning SET due_at = due_at + max(0, coalesce((
           SELECT min(other.marked_at) FROM freeze_mark other
           WHERE other.kind = 'person' AND other.value = m.value AND other.released_at IS NULL
             AND other.freeze_id <> ?1), ?2) - m.marked_at)
       FROM freeze_mark m
       WHERE m.freeze_id = ?1 AND m.kind = 'person' AND earning.buyer_id = m.value
         AND earning.state = 'held' AND earning.due_at > m.marked_at`,
    )
    .bind(freezeId, now);
