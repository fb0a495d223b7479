import { runBatch } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { queueMessages } from "../base/outbox.ts";
import { type DueAlertRow, claimAlertsOpen, findDueAlerts, markTold } from "./statements.ts";

/**
 * Notifies shoppers whose product can be bought again: one SMS per alert, at most `limit` at a
 * time. True when more may be due.
 */
export async function tellOfRestock({ db, settings, now }: Shop, limit: number): Promise<boolean> {
  if (limit <= 0) return false;
  const moment = now();
  const { results } = await findDueAlerts(db, limit, moment).all<DueAlertRow>();
  if (results.length === 0) return false;
  const ids = results.map(({ id }) => id);
  const messages = results.map((alert) => ({
    id: `restock:${alert.id}`,
    userId: alert.user_id,
    template: settings.SMS_TEMPLATE_BACK_IN_STOCK,
    // The SMS provider accepts neither spaces nor underscores.
    token: alert.product_id.replace(/[\s_]+/g, "-"),
  }));
  // If a claim fails, the batch does nothing and the next run handles the remaining alerts.
  await runBatch(db, [
    claimAlertsOpen(db, ids),
    queueMessages(db, messages, moment),
    markTold(db, ids, moment),
  ]);
  return results.length === limit;
}
