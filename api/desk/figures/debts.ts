import { type Statement } from "../../base/batch.ts";
import type { Debt, LISTED_DEBTS } from "../../../contract/desk/figures.ts";
import type { Cursor } from "../../base/page.ts";
import { PERSON, type PersonColumns, showPerson } from "../../base/person.ts";
import { toIsoOrNull } from "../../base/time.ts";

/** The shop's debts to people that no other list of the desk shows: wallets and held earnings. */

export interface DebtRow extends PersonColumns {
  id: string;
  amount_toman: number;
  order_id: string | null;
  order_number: string | null;
  /** Null for a wallet. */
  due_at: number | null;
}

// Wallets are read by id, because an index of balances would cost a write for every purchase.
const WALLETS = `SELECT a.id, a.credits_toman - a.debits_toman AS amount_toman, NULL AS order_id,
    NULL AS order_number, NULL AS due_at, ${PERSON}
  FROM account a JOIN user u ON u.id = substr(a.id, 9)
  WHERE a.kind = 'shopper' AND a.id > max(?2, 'shopper:') AND a.id < 'shopper;' AND ?1 = ?1
    AND a.credits_toman > a.debits_toman
  ORDER BY a.id LIMIT ?3`;

/**
 * SQL text: held earnings that wait for a look, or those that do not. Each of the two queries uses
 * its own index.
 */
const held = (look: "look IS NOT 'waiting'" | "look = 'waiting'") => `SELECT * FROM (
  SELECT id, user_id, order_item_id, amount_toman - cancelled_toman AS amount_toman, due_at
  FROM earning WHERE state = 'held' AND ${look} AND (due_at, id) > (?1, ?2)
  ORDER BY due_at, id LIMIT ?3)`;
const EARNINGS = `SELECT e.id, e.amount_toman, o.id AS order_id, o.number AS order_number, e.due_at,
    ${PERSON}
  FROM (SELECT * FROM (${held("look IS NOT 'waiting'")} UNION ALL ${held("look = 'waiting'")}) ORDER BY due_at, id LIMIT ?3) e
  JOIN user u ON u.id = e.user_id JOIN order_item i ON i.id = e.order_item_id
  JOIN orders o ON o.id = i.order_id
  ORDER BY e.due_at, e.id`;
const DEBTS = { wallet: WALLETS, earning: EARNINGS };

/** Finds a page of debts. Wallets are sorted by id, earnings by the time at which they are paid. */
export const findDebts = (
  db: D1Database,
  kind: (typeof LISTED_DEBTS)[number],
  after: Cursor,
  limit: number,
): Statement<DebtRow> => db.prepare(DEBTS[kind]).bind(after.at, after.id, limit);

export const showDebt = (row: DebtRow): Debt => ({
  id: row.id,
  person: showPerson(row),
  amount: row.amount_toman,
  orderId: row.order_id,
  orderNumber: row.order_number,
  dueAt: toIsoOrNull(row.due_at),
});
