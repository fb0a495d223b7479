import { type Statement } from "../../base/batch.ts";
import { queueMessagesOf, scheduleMessagesOf } from "../../base/outbox.ts";
import { IN_HAND, IS_GIVEN } from "../code/statements.ts";
import { MINUTE_MS } from "../../base/time.ts";
import type { Occasion } from "../../../contract/gift.ts";

/** The encryption context of a link's secret. */
export const tokenContext = (giftId: string) => `gift:${giftId}`;

/**
 * The delay of a gift's SMS. In this time the giver can still call the gift back; an SMS that was
 * sent cannot be called back.
 */
const SMS_AFTER_MS = 2 * MINUTE_MS;

/** Returns when the message of a gift is due. */
export const smsDueAt = (createdAt: number, opensAt: number) =>
  Math.max(createdAt + SMS_AFTER_MS, opensAt);

/** The id of the SMS that carries a gift's link. */
const smsId = (giftId: string) => `gift:${giftId}`;

export interface GiveableRow {
  read_at: number | null;
  /** 1 when the code is delivered and was neither replaced nor refunded. */
  is_in_hand: number;
  has_open_ticket: number;
  is_given: number;
  is_profile_complete: number;
  gifts_today: number;
}

/** SQL text: the number of gifts that the person `?1` made in the 24 hours before `?3`. */
const GIFTS_TODAY = "(SELECT count(*) FROM gift WHERE user_id = ?1 AND created_at > ?3 - 86400000)";
/**
 * SQL text: true when the code `c` can be read: its order is paid, its item is delivered, and the
 * code was neither refunded nor replaced.
 */
export const CAN_BE_READ = `(o.state = 'paid' AND i.delivery_status = 'delivered' AND ${IN_HAND})`;
const IS_REPORTED = "EXISTS (SELECT 1 FROM ticket_code WHERE code_id = c.id AND is_open = 1)";

/** Finds a code that the person bought, and the reasons against giving it. */
export function findGiveable(
  db: D1Database,
  userId: string,
  codeId: string,
  now: number,
): Statement<GiveableRow> {
  return db
    .prepare(
      `SELECT c.read_at, ${CAN_BE_READ} AS is_in_hand, ${IS_REPORTED} AS has_open_ticket,
         ${IS_GIVEN} AS is_given,
         (u.first_name <> '' AND u.last_name <> '') AS is_profile_complete,
         ${GIFTS_TODAY} AS gifts_today
       FROM code c JOIN order_item i ON i.id = c.order_item_id JOIN orders o ON o.id = i.order_id
       JOIN user u ON u.id = o.user_id
       WHERE c.id = ?2 AND c.status = 'sold' AND o.user_id = ?1`,
    )
    .bind(userId, codeId, now);
}

export interface NewGift {
  id: string;
  codeId: string;
  userId: string;
  occasion: Occasion;
  recipient: string;
  message: string;
  signature: string;
  phone: string | null;
  isPhoneRequired: boolean;
  tokenHash: string;
  tokenSealed: string;
  opensAt: number;
  /** The template of the SMS; null when the giver shares the link. */
  smsTemplate: string | null;
}

/**
 * Makes a gift of a code, and queues its SMS for the gift's time. Aborts when the code is not the
 * giver's, was read, is in an open ticket or already given, or when the giver made too many gifts
 * today.
 */
export function insertGift(
  db: D1Database,
  gift: NewGift,
  giftsPerDayMax: number,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the code can be given', EXISTS (
           SELECT 1 FROM code c JOIN order_item i ON i.id = c.order_item_id
           JOIN orders o ON o.id = i.order_id JOIN user u ON u.id = o.user_id
           WHERE c.id = ?2 AND o.user_id = ?1 AND c.read_at IS NULL AND ${CAN_BE_READ}
             AND NOT ${IS_REPORTED} AND u.first_name <> '' AND u.last_name <> '')`,
      )
      .bind(gift.userId, gift.codeId),
    db
      .prepare(`INSERT INTO must SELECT 'not too many gifts today', ${GIFTS_TODAY} < ?2`)
      .bind(gift.userId, giftsPerDayMax, now),
    db
      .prepare(
        `INSERT INTO gift (id, code_id, user_id, occasion, recipient, message, signature, phone,
           is_phone_required, token_hash, token_sealed, state, created_at, opens_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'sealed', ?12, ?13)`,
      )
      .bind(
        gift.id,
        gift.codeId,
        gift.userId,
        gift.occasion,
        gift.recipient,
        gift.message,
        gift.signature,
        gift.phone,
        Number(gift.isPhoneRequired),
        gift.tokenHash,
        gift.tokenSealed,
        now,
        gift.opensAt,
      ),
    // The queued message has only the gift's id: link and phone are looked up when it is sent.
    ...(gift.smsTemplate === null
      ? []
      : [
          queueMessagesOf(
            db,
            "SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE true",
            smsId(gift.id),
            gift.userId,
            gift.smsTemplate,
            gift.id,
            smsDueAt(now, gift.opensAt),
            now,
          ),
        ]),
  ];
}

export interface GivenRow {
  id: string;
  /** Null when the code of the gift was refunded and is for sale again. */
  order_item_id: string | null;
  code_id: string;
  occasion: Occasion;
  recipient: string;
  message: string;
  signature: string;
  phone: string | null;
  is_phone_required: number;
  token_sealed: string;
  state: "sealed" | "opened" | "called_back";
  paused_at: number | null;
  opens_at: number;
  opened_at: number | null;
  /** Null when no SMS was requested. */
  sms_id: string | null;
  sms_sent_at: number | null;
  sms_given_up_at: number | null;
}

const GIVEN = `SELECT g.id, i.id AS order_item_id, g.code_id, g.occasion, g.recipient, g.message,
    g.signature, g.phone, g.is_phone_required, g.token_sealed, g.state, g.paused_at, g.opens_at,
    g.opened_at, m.id AS sms_id, m.sent_at AS sms_sent_at, m.given_up_at AS sms_given_up_at
  FROM gift g JOIN code c ON c.id = g.code_id LEFT JOIN order_item i ON i.id = c.order_item_id
  LEFT JOIN outbox m ON m.id = 'gift:' || g.id`;

/** Finds the gifts of an order that were not called back. */
export function findGifts(db: D1Database, userId: string, orderId: string): Statement<GivenRow> {
  return db
    .prepare(
      `${GIVEN} WHERE g.code_id IN (
           SELECT c.id FROM order_item i JOIN code c ON c.order_item_id = i.id WHERE i.order_id = ?2)
         AND g.user_id = ?1 AND g.state <> 'called_back' ORDER BY i.position, c.position`,
    )
    .bind(userId, orderId);
}

export function findGift(db: D1Database, userId: string, giftId: string): Statement<GivenRow> {
  return db.prepare(`${GIVEN} WHERE g.id = ?2 AND g.user_id = ?1`).bind(userId, giftId);
}

/** Calls a sealed gift back; its SMS is not sent any more. */
export function callBack(
  db: D1Database,
  userId: string,
  giftId: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE gift SET state = 'called_back', called_back_at = ?3
       WHERE id = ?2 AND user_id = ?1 AND state = 'sealed'`,
    )
    .bind(userId, giftId, now);
}

/** Pauses the sealed gifts of a person who ends all sessions. */
export function pauseGifts(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE gift SET paused_at = ?2
       WHERE user_id = ?1 AND state = 'sealed' AND paused_at IS NULL`,
    )
    .bind(userId, now);
}

/**
 * Ends the pause of a gift. When its SMS was skipped because of the pause, it is scheduled again.
 */
export function resume(
  db: D1Database,
  userId: string,
  giftId: string,
  now: number,
): D1PreparedStatement[] {
  return [
    scheduleMessagesOf(
      db,
      `SELECT 'gift:' || id, max(?3, opens_at)
       FROM gift WHERE id = ?2 AND user_id = ?1 AND state = 'sealed' AND paused_at IS NOT NULL`,
      userId,
      giftId,
      now,
    ),
    db
      .prepare(
        "UPDATE gift SET paused_at = NULL WHERE id = ?2 AND user_id = ?1 AND state = 'sealed'",
      )
      .bind(userId, giftId),
  ];
}
