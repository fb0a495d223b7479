import type { Refusal } from "../endpoint.ts";

/** The refusals of calls about operators and their tokens. */

export const operatorRefusals = {
  unknownSecret: {
    code: "unknown_secret",
    status: 401,
    message: "این رمز یک‌بارمصرف شناخته نشد، یا پیش‌تر به کار رفته یا مهلتش گذشته است.",
  },
  nameTaken: {
    code: "name_taken",
    status: 409,
    message: "این نام از آنِ کارمند دیگری است یا بوده است.",
  },
  phoneTaken: {
    code: "phone_taken",
    status: 409,
    message: "این موبایل از آنِ کسی است که در میز کار می‌کند؛ هر همکار موبایل خودش را دارد.",
  },
  /** The caller gives areas that the caller does not have; `details` names them. */
  areaLacked: {
    code: "area_lacked",
    status: 403,
    message: "بخشی را که خودتان ندارید به کسی نمی‌دهید.",
  },
  emailTaken: { code: "email_taken", status: 409, message: "این ایمیل از آنِ کارمند دیگری است." },
  ended: { code: "operator_ended", status: 409, message: "این کارمند دیگر در میز کار نیست." },
  lastOwner: {
    code: "last_owner",
    status: 409,
    message: "میز کار بی‌مالک نمی‌ماند. نخست مالک دیگری باید وارد شده باشد.",
  },
  tooManyTokens: {
    code: "too_many_tokens",
    status: 409,
    message: "شمار نشان‌های شما به اندازه رسیده است. نخست یکی را پایان دهید.",
  },
} as const satisfies Record<string, Refusal>;
