import { isolate } from "../../../persian/direction.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { formatToman } from "../../../persian/toman.ts";
import type { EventRow } from "./statements.ts";

/** Returns the Persian sentence that describes an event. */
export function sentenceOf(row: EventRow): string {
  const amount = formatToman(row.amount_toman ?? 0);
  switch (row.kind) {
    case "signed_in":
      return "وارد حساب شدید";
    case "wrong_code":
      return "کسی کد ورود نادرستی وارد کرد";
    case "signed_out":
      return "از حساب خارج شدید";
    case "session_ended":
      return "یک دستگاه از حساب خارج شد";
    case "all_ended":
      return "همهٔ دستگاه‌ها از حساب خارج شدند";
    case "browser_proved":
      return "کد دوم درست وارد شد";
    case "wrong_second_code":
      return "کد دوم نادرست وارد شد";
    case "names_changed":
      return "نام حساب تغییر کرد";
    case "email_changed":
      return "ایمیل حساب تغییر کرد";
    case "email_removed":
      return "ایمیل حساب پاک شد";
    case "email_confirmed":
      return "ایمیل حساب تأیید شد";
    case "email_taken_over":
      return "ایمیل این حساب برای حساب دیگری تأیید شد و از اینجا برداشته شد";
    case "codes_by_email_on":
      return "فرستادن کدها با ایمیل روشن شد";
    case "codes_by_email_off":
      return "فرستادن کدها با ایمیل خاموش شد";
    case "code_read":
      return `${READ[row.state ?? ""] ?? "کدی دیده شد"}، سفارش ${isolate(toPersianDigits(row.number ?? ""))}`;
    case "card_added":
      return "کارت بانکی تازه‌ای ثبت شد";
    case "card_decided":
      return row.state === "verified" ? "کارت بانکی تأیید شد" : "کارت بانکی رد شد";
    case "card_removed":
      return "کارت بانکی حذف شد";
    case "withdrawal_asked":
      return `برداشت ${amount} درخواست شد`;
    case "withdrawal_decided":
      return `${ENDED[row.state ?? ""] ?? "برداشت پایان یافت"}، ${amount}`;
  }
}

const READ: Record<string, string> = {
  page: "کدی در صفحهٔ سفارش دیده شد",
  email: "کدی با ایمیل فرستاده شد",
  gift: "گیرندهٔ هدیه کدی را باز کرد",
};

const ENDED: Record<string, string> = {
  paid: "برداشت پرداخت شد",
  rejected: "برداشت رد شد",
  taken_back: "برداشت را پس گرفتید",
};
