import { type Statement } from "../../base/batch.ts";
import type { TicketMessage, TicketStatus } from "../../../contract/ticket.ts";
import type { Cursor } from "../../base/page.ts";
import { IN_HAND, IS_SEALED, PROBLEM_FROM } from "../code/statements.ts";

export interface TicketRow {
  id: string;
  number: string;
  user_id: string;
  title: string;
  description: string;
  upload_id: string | null;
  order_item_id: string | null;
  status: TicketStatus;
  created_at: number;
  updated_at: number;
}

export interface MessageRow {
  id: string;
  content: string;
  upload_id: string | null;
  created_at: number;
  sender_type: TicketMessage["senderType"];
  first_name: string;
  last_name: string;
}

export interface ItemRow {
  delivered_at: number | null;
}

/** A code that the buyer of the item has. */
export interface ItemCodeRow {
  id: string;
  delivered_at: number;
  has_open_ticket: number;
}

export interface NewTicket {
  id: string;
  userId: string;
  title: string;
  description: string;
  uploadId: string | null;
  orderItemId: string | null;
  /** The codes with the problem; null for all codes of the item that are in no open ticket. */
  codeIds: readonly string[] | null;
  idempotencyKey: string | null;
}

export interface NewMessage {
  id: string;
  ticketId: string;
  userId: string;
  content: string;
  uploadId: string | null;
  idempotencyKey: string | null;
}

const TICKET =
  "id, number, user_id, title, description, upload_id, order_item_id, status, created_at, updated_at";
const MESSAGE = `SELECT m.id, m.content, m.upload_id, m.created_at, m.sender_type, u.first_name,
    u.last_name
  FROM ticket_message m JOIN ticket t ON t.id = m.ticket_id JOIN user u ON u.id = t.user_id`;
/** SQL text: a bought item of the person `?2` whose order is not refunded. */
const OWN_ITEM = `order_item i JOIN orders o ON o.id = i.order_id
   WHERE i.id = ?1 AND o.user_id = ?2 AND o.state = 'paid'`;
/**
 * SQL text: the codes of a delivered item that the person `?2` has, without those in a sealed gift.
 */
const OWN_CODES = `code c JOIN order_item i ON i.id = c.order_item_id
   JOIN orders o ON o.id = i.order_id
   WHERE i.id = ?1 AND o.user_id = ?2 AND o.state = 'paid' AND i.delivery_status = 'delivered'
     AND ${IN_HAND} AND NOT ${IS_SEALED}`;
/** SQL text: true when the code `c` is in an open ticket. */
const IS_REPORTED = "EXISTS (SELECT 1 FROM ticket_code WHERE code_id = c.id AND is_open = 1)";

/** Finds the shopper's tickets, last changed first, after the cursor. */
export function findTickets(
  db: D1Database,
  userId: string,
  after: Cursor,
  limit: number,
): Statement<TicketRow> {
  return db
    .prepare(
      `SELECT ${TICKET} FROM ticket WHERE user_id = ?1 AND (updated_at, id) < (?2, ?3)
       ORDER BY updated_at DESC, id DESC LIMIT ?4`,
    )
    .bind(userId, after.at, after.id, limit);
}

export function findTicket(db: D1Database, userId: string, id: string): Statement<TicketRow> {
  return db.prepare(`SELECT ${TICKET} FROM ticket WHERE id = ?2 AND user_id = ?1`).bind(userId, id);
}

export function findTicketByKey(db: D1Database, userId: string, key: string): Statement<TicketRow> {
  return db
    .prepare(`SELECT ${TICKET} FROM ticket WHERE user_id = ?1 AND idempotency_key = ?2`)
    .bind(userId, key);
}

/**
 * Finds the messages of a ticket, newest first, after the cursor. The caller must have checked the
 * ticket's owner.
 */
export function findMessages(
  db: D1Database,
  ticketId: string,
  after: Cursor,
  limit: number,
): Statement<MessageRow> {
  return db
    .prepare(
      `${MESSAGE} WHERE m.ticket_id = ?1 AND (m.created_at, m.id) < (?2, ?3)
       ORDER BY m.created_at DESC, m.id DESC LIMIT ?4`,
    )
    .bind(ticketId, after.at, after.id, limit);
}

export function findMessage(db: D1Database, userId: string, id: string): Statement<MessageRow> {
  return db.prepare(`${MESSAGE} WHERE m.id = ?2 AND t.user_id = ?1`).bind(userId, id);
}

export function findMessageByKey(
  db: D1Database,
  userId: string,
  ticketId: string,
  key: string,
): Statement<MessageRow> {
  return db
    .prepare(`${MESSAGE} WHERE m.ticket_id = ?2 AND m.idempotency_key = ?3 AND t.user_id = ?1`)
    .bind(userId, ticketId, key);
}

interface ItemOfTicket {
  id: string;
  order_id: string;
  order_number: string;
  name: string;
}

/** Finds the item that a ticket is about, as `{ id, order_id, order_number, name }`. */
export function findTicketItem(db: D1Database, orderItemId: string): Statement<ItemOfTicket> {
  return db
    .prepare(
      `SELECT i.id, i.order_id, o.number AS order_number, i.product_name AS name
       FROM order_item i JOIN orders o ON o.id = i.order_id WHERE i.id = ?1`,
    )
    .bind(orderItemId);
}

/** Finds the codes that a ticket is about, as `{ id, position }`. */
export function findTicketCodes(
  db: D1Database,
  ticketId: string,
): Statement<{ id: string; position: number }> {
  return db
    .prepare(
      `SELECT c.id, c.position FROM ticket_code t JOIN code c ON c.id = t.code_id
       WHERE t.ticket_id = ?1 AND c.position IS NOT NULL ORDER BY c.position`,
    )
    .bind(ticketId);
}

export function findItem(db: D1Database, userId: string, orderItemId: string): Statement<ItemRow> {
  return db.prepare(`SELECT i.delivered_at FROM ${OWN_ITEM}`).bind(orderItemId, userId);
}

export function findItemCodes(
  db: D1Database,
  userId: string,
  orderItemId: string,
): Statement<ItemCodeRow> {
  return db
    .prepare(
      `SELECT c.id, ${PROBLEM_FROM} AS delivered_at, ${IS_REPORTED} AS has_open_ticket
       FROM ${OWN_CODES}`,
    )
    .bind(orderItemId, userId);
}

/**
 * Opens a ticket. Aborts when the image or item is not the shopper's, or when a problem with a code
 * cannot be reported or was already reported.
 */
export function openTicket(
  db: D1Database,
  ticket: NewTicket,
  problemMs: number,
  now: number,
): D1PreparedStatement[] {
  const { id, userId, uploadId, orderItemId } = ticket;
  return [
    ...(uploadId === null ? [] : [claimOwnUpload(db, userId, uploadId)]),
    db
      .prepare(
        `INSERT INTO ticket (id, user_id, title, description, upload_id, order_item_id,
           idempotency_key, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)`,
      )
      .bind(
        id,
        userId,
        ticket.title,
        ticket.description,
        uploadId,
        orderItemId,
        ticket.idempotencyKey,
        now,
      ),
    ...(orderItemId === null ? [] : nameCodes(db, { ...ticket, orderItemId }, now - problemMs)),
  ];
}

/** Adds the codes to their ticket. The database refuses a code that is in another open ticket. */
function nameCodes(
  db: D1Database,
  { id, userId, orderItemId, codeIds }: NewTicket & { orderItemId: string },
  deliveredAfter: number,
): D1PreparedStatement[] {
  const named = codeIds === null ? null : JSON.stringify([...new Set(codeIds)]);
  return [
    db
      .prepare(
        `INSERT INTO ticket_code (ticket_id, code_id)
         SELECT ?4, c.id FROM ${OWN_CODES} AND ${PROBLEM_FROM} > ?3
           AND iif(?5 IS NULL, NOT ${IS_REPORTED}, c.id IN (SELECT value FROM json_each(?5)))`,
      )
      .bind(orderItemId, userId, deliveredAfter, id, named),
    db
      .prepare(
        `INSERT INTO must SELECT 'the codes were delivered to them of late', (
           SELECT iif(?2 IS NULL, count(*) > 0, count(*) = json_array_length(?2))
           FROM ticket_code WHERE ticket_id = ?1)`,
      )
      .bind(id, named),
  ];
}

/**
 * Adds a shopper's message to an open ticket. Aborts when the ticket is closed, or when the ticket
 * or the image is not the shopper's.
 */
export function reply(db: D1Database, message: NewMessage, now: number): D1PreparedStatement[] {
  const { id, ticketId, userId, uploadId } = message;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the ticket is open and their own',
           EXISTS (SELECT 1 FROM ticket WHERE id = ?1 AND user_id = ?2 AND status <> 'Closed')`,
      )
      .bind(ticketId, userId),
    ...(uploadId === null ? [] : [claimOwnUpload(db, userId, uploadId)]),
    db
      .prepare(
        `INSERT INTO ticket_message (id, ticket_id, sender_type, content, upload_id,
           idempotency_key, created_at)
         VALUES (?1, ?2, 'buyer', ?3, ?4, ?5, ?6)`,
      )
      .bind(id, ticketId, message.content, uploadId, message.idempotencyKey, now),
    db
      .prepare("UPDATE ticket SET status = 'User Responded', updated_at = ?2 WHERE id = ?1")
      .bind(ticketId, now),
  ];
}

/** Closes a ticket and returns it; no row when it is not the shopper's or already closed. */
export function closeTicket(
  db: D1Database,
  userId: string,
  id: string,
  now: number,
): Statement<TicketRow> {
  return db
    .prepare(
      `UPDATE ticket SET status = 'Closed', updated_at = ?3
       WHERE id = ?2 AND user_id = ?1 AND status <> 'Closed' RETURNING ${TICKET}`,
    )
    .bind(userId, id, now);
}

export function isOwnUpload(db: D1Database, userId: string, uploadId: string): D1PreparedStatement {
  return db
    .prepare("SELECT 1 FROM upload WHERE id = ?2 AND user_id = ?1 AND delete_at IS NOT 0")
    .bind(userId, uploadId);
}

function claimOwnUpload(db: D1Database, userId: string, uploadId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the image is their own',
         EXISTS (SELECT 1 FROM upload WHERE id = ?2 AND user_id = ?1 AND delete_at IS NOT 0)`,
    )
    .bind(userId, uploadId);
}
