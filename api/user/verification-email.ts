import { EMAIL_LINK_HOURS } from "../../contract/user.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import type { Shop } from "../base/context.ts";
import { type Letter, writeLetter } from "../base/letter.ts";
import { SHOP_NAME } from "../base/shop-name.ts";
import { sha256 } from "../base/vault.ts";

/** Where the token waits for the e-mail that carries it: whoever reads the database reads no link. */
export const tokenContext = (messageId: string) => `outbox:${messageId}`;

/** The e-mail that confirms an address. Null once its link is worth nothing. */
export async function writeVerificationEmail(
  { db, vault, settings, now }: Shop,
  message: { id: string; token: string },
): Promise<Letter | null> {
  const token = await vault.open(message.token, tokenContext(message.id));
  const live = await db
    .prepare(
      `SELECT 1 FROM email_verification
       WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?2`,
    )
    .bind(await sha256(token), now())
    .first();
  if (!live) return null;
  return writeLetter("تأیید ایمیل", [
    {
      text: `برای تأیید ایمیل خود در ${SHOP_NAME} این پیوند را باز کنید.`,
      link: `${settings.PUBLIC_ORIGIN}/verify/email?token=${token}`,
    },
    {
      text: `این پیوند تا ${toPersianDigits(String(EMAIL_LINK_HOURS))} ساعت کار می‌کند. اگر شما آن را نخواسته‌اید، کاری نکنید.`,
    },
  ]);
}
