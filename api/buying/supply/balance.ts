import type { Shop } from "../../base/context.ts";
import { runJob } from "../../base/job.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { toMicros } from "../../outside/decimal.ts";

/** The time between two readings of a balance. */
const READ_EACH_MS = 5 * MINUTE_MS;

/** Reads the balances of the accounts at suppliers. */
export async function readBalances(shop: Shop): Promise<void> {
  for (const name of shop.suppliers.names)
    await runJob(`balance of ${name}`, () => readBalance(shop, name));
}

async function readBalance(
  { db, now, suppliers }: Shop,
  name: Shop["suppliers"]["names"][number],
): Promise<void> {
  const began = now();
  // The time of the reading is set first, so that concurrent runs ask only once.
  const { results } = await db
    .prepare("UPDATE supplier SET asked_at = ?2 WHERE name = ?1 AND asked_at <= ?3 RETURNING name")
    .bind(name, began, began - READ_EACH_MS)
    .all();
  if (results.length === 0) return;
  const balance = await suppliers.of(name).balance();
  if (!balance) return;
  // The answer may not include orders that were booked during the reading. Then this balance is not
  // stored, and the next reading is used.
  await db
    .prepare(
      `UPDATE supplier SET balance_micros = iif(currency = ?2, ?3, NULL), balance_at = ?4
       WHERE name = ?1 AND moved_at < ?4`,
    )
    .bind(name, balance.currency, Number(toMicros(balance.amount)), began)
    .run();
}
