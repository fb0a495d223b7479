import { formatDate } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { GATEWAY_NAMES, gatewayOfAuthority } from "../../../persian/gateway.ts";
import { formatToman } from "../../../persian/toman.ts";
import { OLDEST } from "../../base/page.ts";
import type { PersonColumns } from "../../base/person.ts";
import {
  type HeldEarningRow,
  findEarningWhole,
  findHeldEarnings,
} from "../../money/earning/held-statements.ts";
import { type StrayRow, findStray, findStrays } from "../../buying/payment/stray-statements.ts";
import { firstName, frozenCheck, nameOf } from "./papers.ts";
import { promiseOf } from "../promise/promises.ts";
import { bad, fact, good, source, warning } from "./source.ts";
import { leftToRight, markWords } from "./words.ts";

/** Things in the queue about held earnings and stray payments. */

export const earnings = source<HeldEarningRow>(
  {
    kinds: ["earning"],
    findWaiting: (db, limit) => findHeldEarnings(db, OLDEST, limit),
    findOne: findEarningWhole,
  },
  (row) => ({
    kind: "earning",
    id: row.id,
    person: columnsOf(row.inviter),
    amountToman: row.amount_toman,
    promised:
      row.is_waiting === 1
        ? { startsAt: row.created_at, dueAt: Math.max(row.due_at, row.created_at) }
        : null,
    inHandOf: null,
    subject: { subject: "earning", subjectId: row.id },
    summarize: () => `با خریدار یکی می‌نماید: ${markWords(marksOf(row))}`,
  }),
  (row, { about, operator }) => {
    const [inviter, buyer] = [columnsOf(row.inviter), columnsOf(row.buyer)];
    return {
      facts: [
        fact("درآمد", formatToman(row.amount_toman)),
        fact("معرف", nameOf(inviter) || "بی‌نام"),
        fact("خریدار", nameOf(buyer) || "بی‌نام"),
        fact("سفارش", toPersianDigits(row.order_number), "digits"),
      ],
      checks: [
        ...frozenCheck(about),
        ...marksOf(row).map((mark) => warning(`${markWords([mark])} هر دو یکی است`)),
        inviter.proven_owner !== null && inviter.proven_owner === buyer.proven_owner
          ? bad("نام تأییدشدهٔ هر دو یکی است")
          : good("نام تأییدشدهٔ آن‌ها یکی نیست"),
      ],
      mustTick: ["دو شخص‌اند، نه یک شخص با دو حساب"],
      consequence: `با آزاد کردن، ${formatToman(row.amount_toman)} در زمانش به کیف پول ${firstName(inviter)} می‌رود.`,
      otherwise: "با رد، این درآمد پرداخت نمی‌شود؛ خرید خریدار همان می‌ماند.",
      reasons: ["هر دو حساب از یک شخص است", "مدارک هر دو یکی است", "با یک کارت خریده‌اند"],
      needsReason: true,
      isOwn: [inviter.phone, buyer.phone].includes(operator.phone),
    };
  },
);

export const strayPayments = source<StrayRow>(
  {
    kinds: ["stray_payment"],
    findWaiting: (db, limit) => findStrays(db, OLDEST, limit),
    findOne: findStray,
  },
  (row) => ({
    kind: "stray_payment",
    id: row.authority,
    person: null,
    amountToman: row.amount_toman,
    promised: row.payment_id == null ? promiseOf("stray_payment", row.first_seen_at) : null,
    inHandOf: null,
    subject: { subject: "stray_payment", subjectId: row.authority },
    summarize: () => `شناسهٔ درگاه ${leftToRight(`…${row.authority.slice(-8)}`)}`,
  }),
  (row) => ({
    facts: [
      fact("مبلغ", formatToman(row.amount_toman)),
      fact("درگاه", GATEWAY_NAMES[gatewayOfAuthority(row.authority)]),
      fact("شناسه در درگاه", row.authority, "latin"),
      fact("نخستین بار", formatDate(row.first_seen_at)),
      fact("آخرین بار", formatDate(row.last_seen_at)),
    ],
    mustTick: ["در پنل درگاه دیده‌اید که چه کسی پرداخته است"],
    consequence: `از درگاه پرسیده می‌شود که با یکی از کارت‌های تأییدشدهٔ همان شخص پرداخت شده است؛ سپس ${formatToman(row.amount_toman)} به کیف پولش می‌رود.`,
  }),
);

const marksOf = (row: HeldEarningRow) => JSON.parse(row.shared) as string[];

function columnsOf(json: string): PersonColumns {
  const person = JSON.parse(json) as {
    id: string;
    firstName: string;
    lastName: string;
    phone: string;
    provenOwner: string | null;
  };
  return {
    person_id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
    phone: person.phone,
    proven_owner: person.provenOwner,
  };
}
