import { type Statement, readFirst } from "../../base/batch.ts";
/**
 * The accounts and transfers of docs/decisions/002-ledger.md. Most functions return one statement
 * of a batch.
 */

export const shopperAccount = (userId: string) => `shopper:${userId}`;
/** Names the account for the wallet's part of an order whose payment is still open. */
export const holdAccount = (orderId: string) => `hold:${orderId}`;
/** Names the account for money that was paid for an order whose items are not delivered yet. */
export const clearingAccount = (orderId: string) => `clearing:${orderId}`;
/** Names the account for money that waits to be paid to a bank card. */
export const withdrawalAccount = (withdrawalId: string) => `withdrawal:${withdrawalId}`;
/** Names the account for money that the gateway must return to the card that paid. */
export const refundAccount = (refundId: string) => `refund:${refundId}`;
export const gatewayAccount = (gateway: string) => `gateway:${gateway}`;
/**
 * Names the account for money that the shop paid to a supplier of codes, in advance or for an
 * order.
 */
export const supplierAccount = (supplier: string) => `supplier:${supplier}`;
export const SALES_ACCOUNT = "shop:sales";
export const CAPITAL_ACCOUNT = "shop:capital";
/** The cost of codes that the shop bought from a supplier after a shopper had paid for them. */
export const PURCHASES_ACCOUNT = "shop:purchases";
/** Money that the shop's bank has paid to cards. */
export const PAYOUTS_ACCOUNT = "bank:payouts";

/** The rows of `transfer_kind`; the schema says between which accounts each kind moves money. */
export const TRANSFER_KINDS = [
  ...(["topup", "hold", "release", "order_wallet", "order_gateway", "sale"] as const),
  ...(["late_payment", "opening"] as const),
  ...(["withdrawal", "withdrawal_paid", "withdrawal_return"] as const),
  ...(["refund_wallet", "refund_gateway", "refund_paid", "refund_fallback"] as const),
  ...(["reward", "referral", "take_back"] as const),
  ...(["purchase", "purchase_returned"] as const),
] as const;
type TransferKind = (typeof TRANSFER_KINDS)[number];

export interface Transfer {
  kind: TransferKind;
  /**
   * The id of the thing for which the money is moved. `kind` and `ref` form the transfer's id, so
   * that the same transfer cannot be booked twice.
   */
  ref: string;
  from: string;
  to: string;
  amountToman: number;
  orderId?: string;
  paymentId?: string;
}

export function openAccount(
  db: D1Database,
  id: string,
  kind: "hold" | "clearing",
): D1PreparedStatement {
  return db
    .prepare("INSERT INTO account (id, kind) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING")
    .bind(id, kind);
}

/** Books a transfer. The database refuses an overdraft, a second booking, and any later change. */
export function bookTransfer(db: D1Database, transfer: Transfer, now: number): D1PreparedStatement {
  return bookTransfers(db, [transfer], now);
}

/** Books several transfers with one statement. */
export function bookTransfers(
  db: D1Database,
  transfers: readonly Transfer[],
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, order_id,
         payment_id, created_at)
       SELECT value ->> 'kind' || ':' || (value ->> 'ref'), value ->> 'kind', value ->> 'from',
         value ->> 'to', value ->> 'amountToman', value ->> 'orderId', value ->> 'paymentId', ?2
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(transfers), now);
}

/** Books the return of a person's open withdrawals that no operator has in hand. */
export function bookReturns(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
       SELECT 'withdrawal_return:' || id, 'withdrawal_return', 'withdrawal:' || id,
         'shopper:' || user_id, amount_toman, ?2
       FROM withdrawal WHERE user_id = ?1 AND state = 'pending' AND in_hand_of IS NULL`,
    )
    .bind(userId, now);
}

export interface BalanceRow {
  balance: number;
}

/**
 * Reads the balance of an account in toman, always as one row; 0 for an account that does not
 * exist.
 */
export function findBalance(db: D1Database, accountId: string): Statement<BalanceRow> {
  return db
    .prepare(
      `SELECT coalesce(
         (SELECT credits_toman - debits_toman FROM account WHERE id = ?1), 0) AS balance`,
    )
    .bind(accountId);
}

export async function readBalance(db: D1Database, accountId: string): Promise<number> {
  const row = await readFirst(findBalance(db, accountId));
  return row?.balance ?? 0;
}

/** Opens the wallet of a person who signs in for the first time. */
export const openWallet = (db: D1Database, phone: string): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO account (id, kind) SELECT 'shopper:' || id, 'shopper' FROM user
       WHERE phone = ?1 ON CONFLICT (id) DO NOTHING`,
    )
    .bind(phone);
