import type { TestShop, TestShopper } from "../../support/shop.ts";
import { sql } from "./guard.ts";

/** What a busy shop lacks: something of everything that could be taken from its owner by mistake. */
export async function leaveTraces(shop: TestShop, { id }: TestShopper): Promise<void> {
  const decided = (subject: string, table: string) =>
    sql(
      `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, note, created_at)
       SELECT ?1, 'somebody', ?1, id, 'noted', 'a word', 1 FROM ${table} LIMIT 1`,
      subject,
    );
  await shop.put(
    sql(
      `INSERT INTO restock_alert (id, user_id, product_id, created_at, told_at) SELECT 'told-before', ?1, id, 1, 1 FROM product LIMIT 1`,
      id,
    ),
    sql(
      "INSERT INTO email_verification (token_hash, user_id, email, created_at, expires_at) VALUES ('sent-before', ?1, '', 1, 9000000000000)",
      id,
    ),
    sql("UPDATE cart SET discount_code_id = 'owned' WHERE user_id = ?1", id),
    decided("bank_card", "bank_card"),
    decided("identity_request", "identity_request"),
    decided("ticket", "ticket"),
  );
}
