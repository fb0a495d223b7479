import { noteEarnings } from "../../money/earning/statements.ts";
import * as ledger from "../../money/wallet/ledger.ts";

/**
 * Part of a batch that delivers items: books their prices from clearing to sales, and records the
 * cashback and referral income that they earn.
 */
export function bookDelivery(
  db: D1Database,
  orderId: string,
  items: { id: string; totalToman: number }[],
  now: number,
): D1PreparedStatement[] {
  if (items.length === 0) return [];
  const from = ledger.clearingAccount(orderId);
  const sales = items
    .filter(({ totalToman }) => totalToman > 0)
    .map(({ id, totalToman }) => ({
      kind: "sale" as const,
      ref: id,
      from,
      to: ledger.SALES_ACCOUNT,
      amountToman: totalToman,
      orderId,
    }));
  return [
    ledger.bookTransfers(db, sales, now),
    ...noteEarnings(
      db,
      items.map(({ id }) => id),
      now,
    ),
  ];
}
