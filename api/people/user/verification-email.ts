import { EMAIL_LINK_HOURS } from "../../../contract/user.ts";
import { isolate } from "../../../persian/direction.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { showMaskedPhone } from "../../../persian/identifiers.ts";
import type { Shop } from "../../base/context.ts";
import { type Letter, writeLetter } from "../../base/letter.ts";
import { SHOP_NAME } from "../../base/shop-name.ts";
import { sha256 } from "../../base/vault.ts";

/**
 * Returns the encryption context of a token in the outbox. Encryption prevents people who can read
 * the database from using the link.
 */
export const tokenContext = (messageId: string) => `outbox:${messageId}`;

/** Writes the e-mail with the confirmation link; null when its link is used or expired. */
export async function writeVerificationEmail(
  { db, vault, settings, now }: Shop,
  message: { id: string; token: string },
): Promise<Letter | null> {
  const token = await vault.open(message.token, tokenContext(message.id));
  const live = await db
    .prepare(
      `SELECT u.phone FROM email_verification v JOIN user u ON u.id = v.user_id
       WHERE v.token_hash = ?1 AND v.used_at IS NULL AND v.expires_at > ?2`,
    )
    .bind(await sha256(token), now())
    .first<{ phone: string }>();
  if (!live) return null;
  return writeLetter("تأیید ایمیل", [
    {
      text: `برای تأیید این ایمیل برای حساب ${SHOP_NAME} با شمارهٔ ${isolate(showMaskedPhone(live.phone))} این لینک را باز کنید.`,
      link: `${settings.PUBLIC_ORIGIN}/verify/email?token=${token}`,
    },
    {
      text: `این لینک تا ${toPersianDigits(String(EMAIL_LINK_HOURS))} ساعت کار می‌کند. اگر این حساب از شما نیست، آن را تأیید نکنید.`,
    },
  ]);
}
