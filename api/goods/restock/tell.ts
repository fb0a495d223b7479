import { readFirst, readTogether, runBatch } from "../../base/batch.ts";
import { findClosure } from "../../base/closure.ts";
import type { Shop } from "../../base/context.ts";
import { queueMessages } from "../../base/outbox.ts";
import type { SmsWords } from "../../base/send-messages.ts";
import {
  claimAlertsOpen,
  findAwaited,
  findDueAlerts,
  markTold,
  noteShelves,
} from "./statements.ts";

/**
 * Notifies shoppers whose product has been available again for some minutes: one SMS per alert, at
 * most `limit` alerts per call. Returns true when more may be due.
 */
export async function tellOfRestock({ db, settings, now }: Shop, limit: number): Promise<boolean> {
  const moment = now();
  await db.batch(noteShelves(db, moment));
  if (limit <= 0) return false;
  const [[closure], results] = await readTogether(db, [
    findClosure(db, moment),
    findDueAlerts(db, limit, moment),
  ]);
  // While the shop is closed, the link of the SMS would lead to its closed page.
  if (closure !== undefined || results.length === 0) return false;
  const ids = results.map(({ id }) => id);
  const messages = results.map((alert) => ({
    id: `restock:${alert.id}`,
    userId: alert.user_id,
    template: settings.SMS_TEMPLATE_BACK_IN_STOCK,
    token: alert.product_id,
  }));
  // If a claim fails, the batch does nothing and the next run handles the remaining alerts.
  await runBatch(db, [
    claimAlertsOpen(db, ids),
    queueMessages(db, messages, moment),
    markTold(db, ids, moment),
  ]);
  return results.length === limit;
}

/**
 * Returns the words of the SMS: the product, and its subcategory for the link. Returns null when
 * the product is no longer on sale.
 */
export async function writeRestockSms(
  { db }: Shop,
  { token, phone }: { token: string; phone: string },
): Promise<SmsWords | null> {
  const product = await readFirst(findAwaited(db, token));
  // The SMS provider takes neither spaces nor underscores in this token.
  return (
    product && { phone, token: product.url_name.replace(/[\s_]+/g, "-"), reason: product.name }
  );
}
