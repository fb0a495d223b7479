import type { AccountEvent } from "../../contract/account-event.ts";
import type { Session } from "../../contract/session.ts";
import { NOWRUZ } from "./sample-time.ts";

const LAST_YEAR = "2024-11-28T20:45:00.000Z";

export const SAMPLE_SESSIONS: Session[] = [
  { id: "this", device: "کروم، اندروید", createdAt: NOWRUZ, lastUsedAt: NOWRUZ, isThis: true },
  {
    id: "other",
    device: "مرورگر سامسونگ، اندروید",
    createdAt: NOWRUZ,
    lastUsedAt: NOWRUZ,
    isThis: false,
  },
  // A date of another year is a longer text.
  { id: "old", device: "", createdAt: LAST_YEAR, lastUsedAt: LAST_YEAR, isThis: false },
];

const event = (kind: AccountEvent["kind"], sentence: string, device = ""): AccountEvent => ({
  id: kind,
  kind,
  sentence,
  device,
  happenedAt: NOWRUZ,
});

export const SAMPLE_EVENTS: AccountEvent[] = [
  event("wrong_code", "کسی کد ورود نادرستی وارد کرد", "فایرفاکس، ویندوز"),
  event("signed_in", "وارد حساب شدید", "کروم، اندروید"),
  event("code_read", "کدی در صفحهٔ سفارش دیده شد، سفارش ۴۸۲۱۹۰۳"),
  event("withdrawal_asked", "برداشت ۱٬۵۰۰٬۰۰۰ تومان درخواست شد"),
  event("email_taken_over", "ایمیل این حساب برای حساب دیگری تأیید شد و از اینجا برداشته شد"),
];
