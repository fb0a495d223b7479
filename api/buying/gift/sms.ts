import { readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { CHECK_AGAIN_MS, type Later, type SmsWords } from "../../base/send-messages.ts";
import { findForSms } from "./opening-statements.ts";
import { smsDueAt, tokenContext } from "./statements.ts";

/**
 * Finds the receiver and the link of a gift just before its SMS is sent, so that they are not
 * stored in the outbox. Null when the gift was called back, opened or paused. While the giver is
 * frozen, and before the gift's time, the SMS waits.
 */
export async function writeGiftSms(
  { db, vault, now }: Shop,
  { token: giftId }: { token: string },
): Promise<SmsWords | Later | null> {
  const row = await readFirst(findForSms(db, giftId));
  if (!row) return null;
  const moment = now();
  const dueAt = smsDueAt(row.created_at, row.opens_at);
  if (dueAt > moment) return { laterAt: dueAt };
  if (row.is_frozen === 1) return { laterAt: moment + CHECK_AGAIN_MS };
  return { phone: row.phone, token: await vault.open(row.token_sealed, tokenContext(giftId)) };
}
