/**
 * An error in the books. It is listed under the beginning of the sentence of the invariant in
 * api/audit/invariants.sql that it breaks. `also` are other invariants that it must break too.
 */
export interface Plant {
  sql: string;
  also?: string[];
}

export const plant = (sql: string, ...also: string[]): Plant => ({ sql, also });
/** SQL text: the row to change. */
export const one = (table: string, where: string, column = "id") =>
  `(SELECT ${column} FROM ${table} WHERE ${where} ORDER BY id LIMIT 1)`;
export const ofAwaited = "order_id IN (SELECT id FROM orders WHERE state = 'awaiting')";
const ofPaid = "order_id IN (SELECT id FROM orders WHERE state = 'paid')";
export const idle = "kind = 'shopper' AND debits_toman = 0 AND credits_toman = 0";
export const failedTopup = one("payment", "purpose = 'wallet_topup' AND state = 'failed'");
export const paidTopup = one("payment", "purpose = 'wallet_topup' AND state = 'paid'");
export const awaitedPayment = one("payment", "purpose = 'cart_checkout' AND state = 'pending'");
export const busiest = "(SELECT user_id FROM orders GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)";
export const stranger = `(SELECT user_id FROM bank_card
  WHERE user_id LIKE 'shopper-%' AND user_id <> ${busiest}
  ORDER BY length(id) DESC, id DESC LIMIT 1)`;
export const waiting = one(
  "order_item",
  `${ofPaid} AND waiting_since IS NOT NULL AND delivery_status = 'pending'`,
);
export const transferOf = (kind: string) => one("transfer", `kind = '${kind}'`);
export const rename = (from: string, to: string) =>
  `UPDATE transfer SET kind = '${to}' WHERE id = ${transferOf(from)}`;
export const opening = (amount: number) =>
  `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
   SELECT 'opening:more', 'opening', 'shop:capital', id, ${String(amount)}, 1
   FROM account WHERE ${idle} LIMIT 1`;

/** SQL text: a supplier's order for a delivered item, which was given up before it was sent. */
export function newSupply(changes: Record<string, string> = {}, place = 0): string {
  const values: Record<string, string> = {
    ref: `'guard-${String(place)}'`,
    supplier: "'reloadly'",
    sku: "'120'",
    face: "'10'",
    face_currency: "'USD'",
    quantity: "1",
    ceiling_toman: "5",
    state: "'dropped'",
    day: "1",
    created_at: "1",
    ...changes,
  };
  const columns = Object.keys(values).join(", ");
  return `INSERT INTO supplier_order (order_item_id, product_id, ${columns})
    SELECT id, product_id, ${Object.values(values).join(", ")} FROM order_item
    WHERE delivery_status = 'delivered' AND delivery_type = 'instant'
    ORDER BY id LIMIT 1 OFFSET ${String(place)}`;
}
