import { formatClock } from "../../../persian/dates.ts";
import type { AccountEventKind } from "../../../contract/account-event.ts";
import type { Shop } from "../../base/context.ts";
import { queueMessage } from "../../base/outbox.ts";
import type { SmsWords } from "../../base/send-messages.ts";
import { randomId } from "../../base/vault.ts";
import { NEWS, tokenOf } from "./news.ts";
import { noteEvent } from "./statements.ts";

/** Changes that the owner is told about at once, because they give access or block the account. */
export const TOLD = {
  all_ended: "همهٔ دستگاه‌ها از حساب شما خارج شدند",
  email_changed: "ایمیل حساب شما عوض شد",
  email_removed: "ایمیل حساب شما پاک شد",
  email_confirmed: "ایمیل حساب شما تأیید شد",
  email_taken_over: "ایمیل شما برای حساب دیگری تأیید شد",
  codes_by_email_on: "فرستادن کدها با ایمیل روشن شد",
} as const satisfies Partial<Record<AccountEventKind, string>>;

/** Notes a change of the account and queues the SMS that tells its owner. */
export function tellOfChange(
  { db, settings, now }: Shop,
  userId: string,
  kind: keyof typeof TOLD,
  device = "",
): D1PreparedStatement[] {
  const moment = now();
  const id = randomId();
  return [
    noteEvent(db, { id, userId, kind, device }, moment),
    queueMessage(
      db,
      {
        id: `account:${id}`,
        userId,
        template: settings.SMS_TEMPLATE_ACCOUNT,
        token: tokenOf(kind, moment),
      },
      moment,
    ),
  ];
}

const SENTENCES = { ...TOLD, ...NEWS };

/** Returns the words of the SMS: the change and its time. */
export function writeAccountSms(
  _: Shop,
  { token, phone }: { token: string; phone: string },
): Promise<SmsWords> {
  const [kind, moment] = token.split("~");
  return Promise.resolve({
    phone,
    token: formatClock(Number(moment)),
    reason: SENTENCES[kind as keyof typeof SENTENCES],
  });
}
