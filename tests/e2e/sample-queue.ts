import type { AnswerOf } from "../../contract/request.ts";
import type { QueuePane, QueueRow, getQueuePane, listQueue } from "../../contract/desk/queue.ts";
import { MINUTE } from "../support/time.ts";

/** Answers of the queue for checks of its screens. */

const person = {
  id: "p1",
  firstName: "سارا",
  lastName: "کاظمی",
  phone: "912***6789",
  provenOwner: null,
};

function row(changes: Partial<QueueRow>, minutesLeft: number): QueueRow {
  const dueAt = Date.now() + minutesLeft * MINUTE;
  return {
    kind: "identity",
    id: `of-${String(minutesLeft)}`,
    person,
    name: "سارا کاظمی",
    summary: "ملت ۶۱۰۴ •••• ۷۷۱۲ · سبدش منتظر است",
    amount: null,
    startsAt: new Date(dueAt - 30 * MINUTE).toISOString(),
    dueAt: new Date(dueAt).toISOString(),
    heldBy: null,
    aside: null,
    ...changes,
  };
}

/** Things that are late, due soon, held by a colleague, about money, for tomorrow, or set aside. */
export function sampleQueue(): AnswerOf<typeof listQueue> {
  const aside = {
    by: "raha",
    reason: "منتظر بانک",
    until: new Date(Date.now() + 9e6).toISOString(),
  };
  return {
    rows: [
      row({ name: "سارا کاظمی" }, -11),
      row({ kind: "bank_card", name: "مهدی صادقی", heldBy: "raha" }, 5),
      row({ kind: "delivery", name: "کیان فرهادی", summary: "۲ × افسی پوینت ۲۸۰۰ تایی" }, 158),
      row({ kind: "ticket", name: "الهام رستمی", summary: "کد دوم آیتونز مصرف‌شده است" }, 1900),
      row({ kind: "ticket", name: "پویا نادری", summary: "رسید بانک را فرستادم", aside }, 40),
    ],
    isMore: true,
    decidedToday: 23,
    answered: [],
  };
}

export function samplePane(): AnswerOf<typeof getQueuePane> {
  const pane: QueuePane = {
    ...row({}, -11),
    joinedAt: new Date(Date.now() - 9e8).toISOString(),
    ordersCount: 0,
    order: null,
    uploadId: null,
    facts: [
      { label: "نام در پروفایل", value: "سارا کاظمی", form: "text" },
      { label: "کارت، بانک ملت", value: "۶۱۰۴ •••• ۷۷۱۲", form: "digits" },
    ],
    checks: [
      { state: "good", text: "شمارهٔ کارت درست است و از بانک ملت است" },
      { state: "warning", text: "پیش‌تر ۱ بار رد شده است" },
      { state: "bad", text: "این کارت برای شخص دیگری تأیید شده است" },
    ],
    mustTick: ["کارت ملی: نام و چهره خواناست", "برگه امضا دارد"],
    talk: [],
    aboutWords: "",
    history: [
      { at: new Date(Date.now() - 9e7).toISOString(), text: "raha رد کرد: «برگه تاریخ ندارد»" },
    ],
    consequence: "با تأیید، پیامک می‌رود و سارا می‌تواند سبد ۲٬۹۴۵٬۰۰۰ تومانی‌اش را بپردازد.",
    otherwise: "",
    reasons: ["برگه تاریخ ندارد", "نوشته ناخواناست", "نام‌ها یکی نیست"],
    quantity: 0,
    supplyRef: null,
    approvalBlockedBy: "",
    needsReason: false,
    asked: "",
    isOwn: false,
    isInHand: false,
    isWaiting: true,
    decided: null,
  };
  return { pane };
}
