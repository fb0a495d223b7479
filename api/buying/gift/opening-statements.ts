import { type Statement } from "../../base/batch.ts";
import type { Occasion } from "../../../contract/gift.ts";
import { isFrozen } from "../../base/frozen.ts";
import { noteReading } from "../code/knowers.ts";
import { CAN_BE_READ } from "./statements.ts";

/** SQL text: true when the giver of the gift `g` is frozen. */
const IS_FROZEN = isFrozen("g.user_id");

/** A gift that was found by its link, with its code. */
export interface LinkedRow {
  id: string;
  state: "sealed" | "opened" | "called_back";
  occasion: Occasion;
  recipient: string;
  message: string;
  signature: string;
  phone: string | null;
  is_phone_required: number;
  paused_at: number | null;
  opens_at: number;
  opened_at: number | null;
  opener_hash: string | null;
  code_id: string;
  product_id: string;
  sealed: string;
  /**
   * 1 while the code is valid: its order is paid, and the code was neither replaced nor refunded.
   */
  is_in_hand: number | null;
  /** 1 when the shop replaced the code while the gift was sealed. */
  is_replaced: number | null;
  product_name: string;
  region: string;
  url_name: string;
  picture_id: string | null;
  redeem_url: string | null;
  /** A JSON list. */
  redeem_steps: string;
}

export function findByToken(db: D1Database, tokenHash: string): Statement<LinkedRow> {
  return db
    .prepare(
      `SELECT g.id, g.state, g.occasion, g.recipient, g.message, g.signature, g.phone,
         g.is_phone_required,
         coalesce(g.paused_at, iif(${IS_FROZEN}, g.opens_at, NULL)) AS paused_at, g.opens_at, g.opened_at, g.opener_hash, g.code_id,
         c.product_id, c.sealed, ${CAN_BE_READ} AS is_in_hand,
         g.called_back_at = c.withdrawn_at AS is_replaced, i.product_name, p.region, s.url_name,
         s.picture_id,
         s.redeem_url, s.redeem_steps
       FROM gift g JOIN code c ON c.id = g.code_id
       LEFT JOIN order_item i ON i.id = c.order_item_id LEFT JOIN orders o ON o.id = i.order_id
       JOIN product p ON p.id = c.product_id JOIN subcategory s ON s.id = p.subcategory_id
       WHERE g.token_hash = ?1`,
    )
    .bind(tokenHash);
}

/** The session token and the browser id that the caller sent, both as hashes. */
export interface Shown {
  tokenHash: string;
  visitorHash: string;
}

/** Finds the phone of a valid session, if the request comes from the browser that signed in. */
export function findReader(
  db: D1Database,
  session: Shown,
  now: number,
): Statement<{ phone: string }> {
  return db
    .prepare(
      `SELECT u.phone FROM session s JOIN user u ON u.id = s.user_id
       WHERE s.token_hash = ?1 AND s.visitor_hash IN ('', ?2) AND s.revoked_at IS NULL
         AND s.expires_at > ?3`,
    )
    .bind(session.tokenHash, session.visitorHash, now);
}

export interface Opening {
  giftId: string;
  openerHash: string;
  readingId: string;
  address: string;
}

/**
 * Opens a gift: its code counts as read from now on. Aborts when the gift is opened, called back or
 * paused, when its time has not come, or when its code was replaced or refunded.
 */
export function open(db: D1Database, opening: Opening, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the gift is sealed', (
           SELECT g.state = 'sealed' AND g.paused_at IS NULL AND g.opens_at <= ?2
             AND c.read_at IS NULL AND ${CAN_BE_READ}
           FROM gift g JOIN code c ON c.id = g.code_id
           JOIN order_item i ON i.id = c.order_item_id JOIN orders o ON o.id = i.order_id
           WHERE g.id = ?1)`,
      )
      .bind(opening.giftId, now),
    db
      .prepare("UPDATE gift SET state = 'opened', opened_at = ?2, opener_hash = ?3 WHERE id = ?1")
      .bind(opening.giftId, now, opening.openerHash),
    db
      .prepare(
        `INSERT INTO content_reading
           (id, order_item_id, user_id, read_at, channel, address, code_id, gift_id)
         SELECT ?1, c.order_item_id, g.user_id, ?3, 'gift', ?4, c.id, g.id
         FROM gift g JOIN code c ON c.id = g.code_id WHERE g.id = ?2`,
      )
      .bind(opening.readingId, opening.giftId, now, opening.address),
    noteReading(db, opening.readingId),
  ];
}

export interface SmsRow {
  phone: string;
  token_sealed: string;
  created_at: number;
  opens_at: number;
  is_frozen: number;
}

/**
 * Finds the data for the SMS about a gift. No row when the gift is paused or not sealed, or when it
 * has no phone.
 */
export function findForSms(db: D1Database, giftId: string): Statement<SmsRow> {
  return db
    .prepare(
      `SELECT phone, token_sealed, created_at, opens_at, ${IS_FROZEN} AS is_frozen FROM gift g
       WHERE id = ?1 AND state = 'sealed' AND paused_at IS NULL AND phone IS NOT NULL`,
    )
    .bind(giftId);
}
