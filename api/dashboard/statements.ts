import { ORDER_LINES, type OrderLinesRow } from "../order/statements.ts";
import type { TicketStatus } from "../../contract/ticket.ts";

/** Finds the counters in the shopper's row, and the balance. Cheap however long the history. */
export function findOverview(db: D1Database, userId: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT u.orders_count, u.tickets_count, a.credits_toman - a.debits_toman AS balance_toman
       FROM user u JOIN account a ON a.id = 'shopper:' || u.id WHERE u.id = ?1`,
    )
    .bind(userId);
}

export interface OverviewRow {
  orders_count: number;
  tickets_count: number;
  balance_toman: number;
}

export function findLatestOrders(
  db: D1Database,
  userId: string,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT o.id, o.number, o.updated_at, o.look_due_at, ${ORDER_LINES}
       FROM orders o
       WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL ORDER BY o.paid_at DESC, o.id DESC LIMIT ?2`,
    )
    .bind(userId, limit);
}

export interface LatestOrderRow extends OrderLinesRow {
  id: string;
  number: string;
  updated_at: number;
  look_due_at: number | null;
}

export function findLatestTickets(
  db: D1Database,
  userId: string,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, title, updated_at, status
       FROM ticket WHERE user_id = ?1 ORDER BY updated_at DESC, id DESC LIMIT ?2`,
    )
    .bind(userId, limit);
}

export interface LatestTicketRow {
  id: string;
  title: string;
  updated_at: number;
  status: TicketStatus;
}
