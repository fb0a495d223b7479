import { runBatch } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { queueMessages } from "../base/outbox.ts";
import { type DueAlertRow, claimAlertsOpen, findDueAlerts, markTold } from "./statements.ts";

/**
 * Notifies shoppers whose product can be bought again: one SMS per alert, at most `limit` in a run.
 */
export async function tellOfRestock({ db, settings, now }: Shop, limit: number): Promise<void> {
  const moment = now();
  const { results } = await findDueAlerts(db, limit, moment).all<DueAlertRow>();
  if (results.length === 0) return;
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
}
