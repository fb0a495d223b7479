import { type Statement } from "../../base/batch.ts";
import type { Settings } from "../../base/settings.ts";
import { DAY_MS, HOUR_MS } from "../../base/time.ts";

/**
 * The limits above which an order is held for a look (specification, section 4.23). They limit the
 * sum of the values of the instant codes that a person paid for; a discount or a price below cost
 * does not lower these values. Young accounts and cards have limits for an hour and for a day;
 * others have a limit that depends on the person's earlier purchases.
 */

/** SQL text: the amount in toman that stands for no limit. */
const ENDLESS = "9007199254740991";

/**
 * SQL text: the cards that pay for an order: the card of the payment `?3`, if there is a payment.
 * If the wallet pays at least a part, also the cards that topped up the wallet in the last day.
 */
const PAYING_CARDS = `(SELECT card_id FROM payment WHERE id = ?3
    UNION ALL SELECT p.card_id FROM transfer t JOIN payment p ON p.id = t.payment_id
    WHERE t.credit_account_id = 'shopper:' || ?2 AND t.created_at > ?1 - ${String(DAY_MS)}
      AND (?3 IS NULL OR EXISTS (SELECT 1 FROM payment own JOIN orders o ON o.id = own.order_id
        WHERE own.id = ?3 AND o.wallet_toman > 0)))`;

/**
 * SQL text: true when the account or a paying card is younger than `?6` milliseconds at time `?1`.
 * A card that nobody verified is always young.
 */
const IS_YOUNG = `EXISTS (
    SELECT 1 FROM user WHERE id = ?2 AND created_at > ?1 - ?6
    UNION ALL SELECT 1 FROM ${PAYING_CARDS} paying JOIN bank_card c ON c.id = paying.card_id
    WHERE c.status <> 'verified' OR coalesce(c.decided_at, c.created_at) > ?1 - ?6)`;

/**
 * SQL text: the value of the item `i`. Older items have no stored value; for them it is the list
 * price.
 */
const WORTH = "max(i.worth_toman, i.total_toman, i.price_toman * i.quantity)";

/** SQL text: the instant items that the person `?2` paid for in the 24 hours before `?1`. */
const OF_TODAY = `orders o JOIN order_item i ON i.order_id = o.id AND i.delivery_type = 'instant'
    WHERE o.user_id = ?2 AND o.paid_at > ?1 - ${String(DAY_MS)}`;

/**
 * SQL text: the smaller of two amounts: what is left of the limit for an hour, `?4`, and what is
 * left of the limit for a day, `?5`. A limit of 0 means no limit.
 */
const LEFT_OF_YOUNG = `(SELECT min(
      iif(?4 = 0, ${ENDLESS}, ?4 - coalesce(
        sum(${WORTH}) FILTER (WHERE o.paid_at > ?1 - ${String(HOUR_MS)}), 0)),
      iif(?5 = 0, ${ENDLESS}, ?5 - coalesce(sum(${WORTH}), 0)))
    FROM ${OF_TODAY})`;

/**
 * The number of newest orders among which the best day is searched; reading more would cost too
 * much.
 */
const ORDERS_LOOKED_AT = 100;

/**
 * SQL text: the highest value of instant codes that the person `?2` bought within 24 hours and got
 * delivered. Purchases of the last day are left out, so that a thief's purchases do not raise the
 * limit.
 */
const BEST_DAY = `(SELECT coalesce(max((
      SELECT sum(${WORTH}) FROM orders o JOIN order_item i ON i.order_id = o.id
        AND i.delivery_type = 'instant' AND i.delivery_status = 'delivered'
      WHERE o.user_id = ?2 AND o.paid_at >= first.paid_at
        AND o.paid_at < min(first.paid_at, ?1 - ${String(2 * DAY_MS)}) + ${String(DAY_MS)})), 0)
    FROM (SELECT paid_at FROM orders WHERE user_id = ?2 AND paid_at <= ?1 - ${String(DAY_MS)}
      ORDER BY paid_at DESC LIMIT ${String(ORDERS_LOOKED_AT)}) first)`;

const roomOf = (OLD_TOMAN: string) => `iif(?6 > 0 AND ${IS_YOUNG}, max(0, ${LEFT_OF_YOUNG}),
    iif(?7 > 0, max(0, ${OLD_TOMAN} - (
      SELECT coalesce(sum(${WORTH}), 0) FROM ${OF_TODAY} AND o.look_due_at IS NULL)), ${ENDLESS}))`;

/**
 * SQL text: the value in toman of instant codes that the person `?2` may buy at time `?1` without a
 * look. An older account may buy `?8` times the value of its best day, and at least `?7`.
 */
const ROOM = roomOf(`max(?7, ?8 * ${BEST_DAY})`);
/** SQL text: a lower bound of ROOM that does not use the best day, which is expensive to read. */
const ROOM_AT_LEAST = roomOf("?7");

/** The person who pays for an order; `paymentId` is null when the wallet pays all of it. */
export interface Payer {
  userId: string;
  paymentId: string | null;
}

export interface RoomRow {
  allowance_toman: number;
}

/**
 * Finds a lower bound of the value that a person may buy without a look: their best day is left
 * out.
 */
export function findAllowance(
  db: D1Database,
  payer: Payer,
  settings: Settings,
  now: number,
): Statement<RoomRow> {
  return db
    .prepare(`SELECT ${ROOM_AT_LEAST} AS allowance_toman WHERE ?8 > 0`)
    .bind(...valuesOf(payer, settings, now));
}

/** Finds the value that a person may buy without a look, including what their best day allows. */
export function findWholeAllowance(
  db: D1Database,
  payer: Payer,
  settings: Settings,
  now: number,
): Statement<RoomRow> {
  return db.prepare(`SELECT ${ROOM} AS allowance_toman`).bind(...valuesOf(payer, settings, now));
}

/** SQL text: the sums of what the person `?2` bought within an hour and a day before `?1`. */
const BOUGHT_TODAY = `(SELECT coalesce(sum(${WORTH})
        FILTER (WHERE o.paid_at > ?1 - ${String(HOUR_MS)}), 0) AS hour_toman,
      coalesce(sum(${WORTH}), 0) AS day_toman,
      coalesce(sum(${WORTH}) FILTER (WHERE o.look_due_at IS NULL), 0) AS free_toman
    FROM ${OF_TODAY})`;

export interface SumsRow {
  is_young: number;
  hour_toman: number;
  day_toman: number;
  /** The value of today's orders that are not held, and the most that is allowed for a day. */
  free_toman: number;
  usual_toman: number;
}

/** Reads the sums that are compared with the limits, to find the limit that an order exceeds. */
export function readSums(
  db: D1Database,
  payer: Payer,
  settings: Settings,
  now: number,
): Statement<SumsRow> {
  return db
    .prepare(
      `SELECT ?6 > 0 AND ${IS_YOUNG} AS is_young, max(?7, ?8 * ${BEST_DAY}) AS usual_toman,
         bought.* FROM ${BOUGHT_TODAY} bought`,
    )
    .bind(...valuesOf(payer, settings, now));
}

/**
 * Aborts when the decision whether to hold an order of `instantToman` is no longer right, because
 * other orders have changed meanwhile. Must come before this order is marked paid.
 */
export function claimAllowance(
  db: D1Database,
  payer: Payer,
  { instantToman, isHeld }: { instantToman: number; isHeld: boolean },
  settings: Settings,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'other orders did not change whether this one is held',
         (?9 > ${ROOM_AT_LEAST} AND ?9 > ${ROOM}) = ?10`,
    )
    .bind(...valuesOf(payer, settings, now), instantToman, Number(isHeld));
}

function valuesOf({ userId, paymentId }: Payer, settings: Settings, now: number) {
  const { LOOK_HOUR_TOMAN, LOOK_DAY_TOMAN, LOOK_YOUNG_DAYS } = settings;
  const { LOOK_UNUSUAL_TOMAN, LOOK_UNUSUAL_TIMES } = settings;
  return [
    now,
    userId,
    paymentId,
    LOOK_HOUR_TOMAN,
    LOOK_DAY_TOMAN,
    LOOK_YOUNG_DAYS * DAY_MS,
    LOOK_UNUSUAL_TOMAN,
    LOOK_UNUSUAL_TIMES,
  ];
}
