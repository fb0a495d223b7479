import type { QueueCheck } from "../../../contract/desk/queue.ts";
import { haveSameLetters } from "../../../persian/names.ts";
import type { InquiryFact } from "../../outside/inquiries.ts";
import type { EvidenceRow, InquiryReason } from "./statements.ts";

/** The facts that must all be confirmed for an approval without an operator. */
export const NEEDED: readonly InquiryFact[] = ["phone", "card", "iban"];

/** True when inquiries about these facts can approve anything. */
export const canApprove = (facts: readonly InquiryFact[]): boolean =>
  NEEDED.every((fact) => facts.includes(fact));

/**
 * True when the owner's name at the bank is the typed name. A masked name («سا*** کر***») equals no
 * name, because the hidden letters might be anything.
 */
export function isSameOwner(said: string, typed: string): boolean {
  return /^[\p{L}\p{M}\s\u200c]+$/u.test(said) && haveSameLetters(said, typed);
}

const LEFT: Record<InquiryReason, string | null> = {
  no: null,
  name: null,
  decided: null,
  silent: "استعلام بی‌پاسخ ماند؛ خودتان بررسی کنید",
  ceiling: "سقف استعلام امروز پر شد؛ خودتان بررسی کنید",
  partly: "همهٔ استعلام‌های لازم روشن نیست؛ تصمیم با شماست",
  doubt: "استعلام موافق بود، ولی چیزی دیگر نگذاشت خودکار تأیید شود؛ با دقت ببینید",
  unreadable: "دادهٔ استعلام خوانده نشد؛ خودتان بررسی کنید",
};

/** Returns the provider's answers as checks, which the queue shows beside the desk's own checks. */
export function checksOfInquiry(row: EvidenceRow | null): QueueCheck[] {
  if (row === null) return [];
  const checks: QueueCheck[] = [];
  const say = (state: QueueCheck["state"], text: string) => checks.push({ state, text });
  if (row.phone_says === "yes") say("good", "استعلام: شمارهٔ موبایل به نام صاحب این کد ملی است");
  if (row.phone_says === "no") say("bad", "استعلام: شمارهٔ موبایل به نام صاحب این کد ملی نیست");
  if (row.card_says === "yes") say("good", "استعلام: کارت از آنِ صاحب این کد ملی است");
  if (row.card_says === "no") say("bad", "استعلام: کارت از آنِ صاحب این کد ملی نیست");
  if (row.owner_says === "yes") say("good", "استعلام: بانک همین نام را برای صاحب کارت گفت");
  if (row.owner_says === "no")
    say(
      "warning",
      row.reason === "no"
        ? "استعلام: بانک چنین کارتی نمی‌شناسد"
        : row.owner_said === ""
          ? "استعلام: بانک نام دیگری برای صاحب کارت گفت"
          : `استعلام: بانک نام صاحب کارت را «${row.owner_said}» گفت`,
    );
  if (row.was_revoked === 1) say("bad", "تأیید این شخص یا این کارت پیش‌تر پس گرفته شده است");
  if (row.has_other_account === 1) say("bad", "با همین کد ملی، حساب دیگری احراز هویت شده است");
  if (row.has_other_code === 1)
    say("bad", "این کد ملی جز آن است که این حساب پیش‌تر با آن احراز هویت شده است");
  if (row.state === "due") say("warning", "استعلام در راه است؛ شاید خودش تأیید شود");
  const left = row.reason && LEFT[row.reason];
  if (left) say("warning", left);
  return checks;
}
