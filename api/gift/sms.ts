import type { Shop } from "../base/context.ts";
import type { SmsWords } from "../base/outbox.ts";
import { type SmsRow, findForSms } from "./opening-statements.ts";
import { tokenContext } from "./statements.ts";

/**
 * Finds the receiver and the link of a gift just before its SMS is sent: nobody reads them in the
 * outbox. Null when the gift was called back, opened or paused meanwhile.
 */
export async function writeGiftSms(
  { db, vault }: Shop,
  { token: giftId }: { token: string },
): Promise<SmsWords | null> {
  const row = await findForSms(db, giftId).first<SmsRow>();
  return (
    row && { phone: row.phone, token: await vault.open(row.token_sealed, tokenContext(giftId)) }
  );
}
