import type { Section } from "../base/personal-data.ts";

/** The export lists a person's money; forgetting deletes the texts that identify the person. */
export const MONEY_DATA: readonly Section[] = [
  {
    name: "wallet",
    export: `SELECT credits_toman - debits_toman AS balance_toman FROM account
      WHERE id = 'shopper:' || ?1 LIMIT ?2`,
  },
  {
    name: "transactions",
    export: `SELECT type, status, amount_toman, cause, created_at FROM wallet_transaction
      WHERE user_id = ?1 ORDER BY created_at DESC, id DESC LIMIT ?2`,
  },
  {
    name: "withdrawals",
    export: `SELECT id, card_id, amount_toman, state, note, created_at, decided_at FROM withdrawal
      WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
    // The note of a paid withdrawal is the bank's reference, which the books need. The note of a
    // rejected one is the reason, which they do not need.
    forget: ["UPDATE withdrawal SET note = NULL WHERE user_id = ?1 AND state = 'rejected'"],
  },
  {
    name: "earnings",
    export: `SELECT kind, amount_toman, cancelled_toman, state, taken_back_toman, due_at, created_at, settled_at
      FROM earning
      WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
    forget: [
      `UPDATE earning SET state = 'cancelled', settled_at = ?2
       WHERE user_id = ?1 AND state = 'held'`,
    ],
  },
];
