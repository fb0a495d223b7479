import { formatComing, formatDate } from "../../persian/dates.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { GATEWAY_NAMES, gatewayOfAuthority } from "../../persian/gateway.ts";
import { formatToman } from "../../persian/toman.ts";
import { OLDEST } from "../base/page.ts";
import type { PersonColumns } from "../base/person.ts";
import {
  type HeldEarningRow,
  findEarningWhole,
  findHeldEarnings,
} from "../earning/desk-statements.ts";
import { type StrayRow, findStray, findStrays } from "../payment/stray-statements.ts";
import { type ProposalRow, findOpenProposals, findProposal } from "../proposal/statements.ts";
import { firstName, frozenCheck, nameOf } from "./papers.ts";
import { promiseOf } from "./promises.ts";
import { bad, fact, good, source, warning } from "./source.ts";
import { actionWords, leftToRight, markWords } from "./words.ts";

/** Things held for a person: income, money without a row, and what a colleague asks. */

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
  (row, { about }) => {
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
      mustSee: ["دو شخص‌اند، نه یک شخص با دو حساب"],
      consequence: `با آزاد کردن، ${formatToman(row.amount_toman)} در زمانش به کیف پول ${firstName(inviter)} می‌رود. با رد، پرداخت نمی‌شود.`,
      reasons: ["هر دو حساب از یک شخص است", "مدارک هر دو یکی است", "با یک کارت خریده‌اند"],
      needsReason: true,
    };
  },
);

export const strayPayments = source<StrayRow>(
  {
    kinds: ["stray_payment"],
    findWaiting: (db, limit) => findStrays(db, OLDEST, limit),
    findOne: findStray,
  },
  (row, { settings }) => ({
    kind: "stray_payment",
    id: row.authority,
    person: null,
    amountToman: row.amount_toman,
    promised:
      row.payment_id == null ? promiseOf("stray_payment", row.first_seen_at, settings) : null,
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
    mustSee: ["در پنل درگاه دیده‌اید که چه کسی پرداخته است"],
    consequence: `از درگاه پرسیده می‌شود که با یکی از کارت‌های تأییدشدهٔ همان شخص پرداخت شده است؛ سپس ${formatToman(row.amount_toman)} به کیف پولش می‌رود.`,
  }),
);

export const proposals = source<ProposalRow>(
  {
    kinds: ["proposal"],
    findWaiting: (db, limit, now) => findOpenProposals(db, now, limit),
    findOne: findProposal,
  },
  (row, { settings, now }) => ({
    kind: "proposal",
    id: row.id,
    person: null,
    amountToman: null,
    promised:
      row.state === "open" && row.expires_at > now()
        ? promiseOf("proposal", row.created_at, settings)
        : null,
    inHandOf: null,
    subject: { subject: "proposal", subjectId: row.id },
    summarize: () => `${actionWords(row.action)} · درخواست ${row.asked_by}`,
  }),
  (row, { operator, shop: { now } }) => ({
    facts: [
      fact("کار", actionWords(row.action)),
      fact("دربارهٔ", row.subject_id, "latin"),
      ...Object.entries(JSON.parse(row.details) as Record<string, unknown>).map(([name, value]) =>
        fact(DETAILS[name] ?? name, String(value), "latin"),
      ),
      fact("خواستهٔ", row.asked_by, "latin"),
      ...(row.note === null ? [] : [fact("یادداشت", row.note)]),
    ],
    checks: [
      row.asked_by === operator
        ? bad("این را خود شما خواسته‌اید؛ کس دیگری باید آن را تأیید کند")
        : good("کس دیگری آن را خواسته است"),
      good(`تا ${formatComing(row.expires_at, now())} اعتبار دارد`),
    ],
    mustSee: ["خودتان هم به همین نتیجه می‌رسید"],
    consequence: `با تأیید شما، «${actionWords(row.action)}» همین حالا انجام می‌شود.`,
  }),
);

const DETAILS: Record<string, string> = {
  from: "نقش اکنون",
  to: "نقش تازه",
  reference: "شمارهٔ پیگیری",
  reason: "دلیل",
  overrideReason: "دلیل کارت دیگر",
};

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
