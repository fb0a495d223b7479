import { type Statement } from "../../base/batch.ts";
import type { TicketStatus } from "../../../contract/ticket.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import type { Cursor } from "../../base/page.ts";
import type { TicketRow } from "./statements.ts";

export interface DeskTicketRow extends TicketRow, PersonColumns {
  /**
   * The time (UTC ms) since which the ticket waits for an answer; null when the shop wrote last.
   */
  waits_since: number | null;
}

const TICKET = `SELECT t.id, t.number, t.user_id, t.title, t.description, t.upload_id, t.order_item_id,
    t.status, t.created_at, t.updated_at, t.waits_since, ${PERSON}
  FROM ticket t JOIN user u ON u.id = t.user_id`;

/** Finds tickets of one status, longest unchanged first, after the cursor. */
export function findTickets(
  db: D1Database,
  status: TicketStatus,
  after: Cursor,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `${TICKET} WHERE t.status = ?1 AND (t.updated_at, t.id) > (?2, ?3)
       ORDER BY t.updated_at, t.id LIMIT ?4`,
    )
    .bind(status, after.at, after.id, limit);
}

/** Finds tickets that wait for an answer of the shop, longest waiting first. */
export function findWaitingTickets(db: D1Database, limit: number): D1PreparedStatement {
  return db
    .prepare(
      `${TICKET} WHERE t.waits_since IS NOT NULL AND t.status <> 'Closed'
       ORDER BY t.waits_since, t.id LIMIT ?1`,
    )
    .bind(limit);
}

/** Finds tickets of any status, last changed first. */
export function findAllTickets(db: D1Database, before: Cursor, limit: number): D1PreparedStatement {
  return db
    .prepare(
      `${TICKET} WHERE (t.updated_at, t.id) < (?1, ?2)
       ORDER BY t.updated_at DESC, t.id DESC LIMIT ?3`,
    )
    .bind(before.at, before.id, limit);
}

/** Finds tickets of one person, last changed first. */
export function findTicketsOf(
  db: D1Database,
  personId: string,
  before: Cursor,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `${TICKET} WHERE u.id = ?1 AND (t.updated_at, t.id) < (?2, ?3)
       ORDER BY t.updated_at DESC, t.id DESC LIMIT ?4`,
    )
    .bind(personId, before.at, before.id, limit);
}

/** Finds a ticket by its id or its number. */
export function findTicket(
  db: D1Database,
  name: string,
): Statement<TicketRow & PersonColumns & { waits_since: number | null }> {
  return db.prepare(`${TICKET} WHERE t.id = ?1 OR t.number = ?1`).bind(name);
}

/** Changes the status of an open ticket. Aborts when it is closed. */
export function moveTicket(
  db: D1Database,
  id: string,
  status: Exclude<TicketStatus, "Open">,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the ticket is open',
           EXISTS (SELECT 1 FROM ticket WHERE id = ?1 AND status <> 'Closed')`,
      )
      .bind(id),
    db
      .prepare("UPDATE ticket SET status = ?2, updated_at = ?3 WHERE id = ?1")
      .bind(id, status, now),
  ];
}

export function insertAnswer(
  db: D1Database,
  answer: { ticketId: string; operator: string; content: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO ticket_message (id, ticket_id, sender_type, operator, content, created_at)
       VALUES (?1, ?2, 'owner', ?3, ?4, ?5)`,
    )
    .bind(crypto.randomUUID(), answer.ticketId, answer.operator, answer.content, now);
}
