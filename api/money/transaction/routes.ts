import { readAll } from "../../base/batch.ts";
import { Hono } from "hono";
import { type Transaction, getTransactions } from "../../../contract/transaction.ts";
import { maskCardNumber } from "../../../persian/identifiers.ts";
import { type ShopEnv, query, shopper } from "../../base/context.ts";
import { openNumber } from "../../base/open-number.ts";
import { NEWEST, cutPage, readCursor } from "../../base/page.ts";
import type { Vault } from "../../base/vault.ts";
import { dueLater } from "../withdrawal/rules.ts";
import { describe } from "./describe.ts";
import { type TransactionRow, findTransactions } from "./statements.ts";
import { toIso } from "../../base/time.ts";

export const transactions = new Hono<ShopEnv>();

transactions.get("/", shopper, query(getTransactions.query), async (c) => {
  const { db, vault, now } = c.var.shop;
  const { limit, cursor } = c.var.query;
  const requested = { limit: limit + 1, after: readCursor(cursor) ?? NEWEST };
  const results = await readAll(findTransactions(db, c.var.userId, requested));
  const { page, nextCursor } = cutPage(results, limit, (row) => ({
    at: row.created_at,
    id: row.id,
  }));
  return c.json({
    transactions: await Promise.all(page.map((row) => showTransaction(row, vault, now()))),
    nextCursor,
  });
});

/** Returns a wallet transaction in words, with a masked card number. */
export async function showTransaction(
  row: TransactionRow,
  vault: Vault,
  now: number,
): Promise<Transaction> {
  const { card_id: cardId, card_number_sealed: sealed } = row;
  const cardNumber =
    cardId === null || sealed === null
      ? null
      : await openNumber(vault, "bank_card", { id: cardId, sealed });
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    amount: row.amount_toman,
    description: describe(row, cardNumber === null ? null : maskCardNumber(cardNumber)),
    order:
      row.order_number !== null && row.is_order_paid === 1
        ? { id: row.ref, number: row.order_number }
        : null,
    withdrawalId: row.withdrawal_state === "pending" && row.in_hand_of === null ? row.ref : null,
    dueAt: dueLater(row.due_at ?? 0, now),
    createdAt: toIso(row.created_at),
  };
}
