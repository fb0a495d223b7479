import { bankOfCard } from "../../../persian/banks.ts";
import { formatComing, formatDate } from "../../../persian/dates.ts";
import { reviewWords } from "../../../persian/desk-words.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { GATEWAY_NAMES, gatewayOfAuthority } from "../../../persian/gateway.ts";
import { haveSameLetters } from "../../../persian/names.ts";
import { formatToman } from "../../../persian/toman.ts";
import { OLDEST } from "../../base/page.ts";
import { openNumber } from "../../base/open-number.ts";
import {
  type ReviewRow,
  findReviewable,
  findReviews,
} from "../../buying/payment/review-statements.ts";
import {
  type DeskWithdrawalRow,
  findOpenWithdrawals,
  findWhole,
} from "../../money/withdrawal/decide-statements.ts";
import { firstName, frozenCheck } from "./papers.ts";
import { promiseOf } from "../promise/promises.ts";
import { askedOf, bad, fact, good, source, warning } from "./source.ts";
import { cardWords, leftToRight } from "./words.ts";

/** Things in the queue about money that somebody requested, or whose place is unknown. */

export const withdrawals = source<DeskWithdrawalRow>(
  {
    kinds: ["withdrawal"],
    findWaiting: (db, limit) => findOpenWithdrawals(db, OLDEST, limit),
    findOne: findWhole,
  },
  (row, { now }) => ({
    kind: "withdrawal",
    id: row.id,
    person: row,
    amountToman: row.amount_toman,
    // For a withdrawal that is not due yet, the promised time starts when it is due.
    promised:
      row.state === "pending"
        ? promiseOf("withdrawal", Math.max(row.created_at, row.due_at))
        : null,
    inHandOf: row.state === "pending" ? row.in_hand_of : null,
    subject: { subject: "withdrawal", subjectId: row.id },
    summarize: async ({ vault }) => {
      const sealed = row.card_number_sealed;
      const card = cardWords(await openNumber(vault, "bank_card", { id: row.card_id, sealed }));
      const { line } = askedOf(row.asked, now());
      return row.due_at > now() ? `${card} · از ${formatComing(row.due_at, now())}` : card + line;
    },
  }),
  async (row, { shop: { vault, now }, about }) => {
    const { card_id: id, card_number_sealed: sealed, iban_sealed: ibanSealed } = row;
    const number = await openNumber(vault, "bank_card", { id, sealed });
    const iban =
      ibanSealed === "" ? "" : await openNumber(vault, "iban", { id, sealed: ibanSealed });
    const isOwners = row.proven_owner !== null && haveSameLetters(row.card_owner, row.proven_owner);
    return {
      facts: [
        fact("به کارت", grouped(number ?? ""), "digits"),
        ...(iban === "" ? [] : [fact("شبا", iban ?? "خوانده نمی‌شود", "latin")]),
        fact("به نام", `${row.card_owner}، ${bankOfCard(number ?? "") || "بانک ناشناخته"}`),
        fact("پول اکنون", "در حساب همین برداشت، نه در کیف پول"),
        fact("پس از ثبت", "دیگر بازنمی‌گردد"),
      ],
      checks: [
        ...frozenCheck(about),
        number === null || iban === null
          ? bad("شمارهٔ کارت یا شبا خوانده نمی‌شود؛ واریز شدنی نیست")
          : good("شمارهٔ کارت درست است"),
        isOwners
          ? good("صاحب کارت همان نام تأییدشده است")
          : warning("صاحب کارت با نام تأییدشده یکی نیست؛ ثبت آن دلیل و نفر دوم می‌خواهد"),
        row.due_at > now()
          ? warning(`کارت یا شبا تازه است؛ واریز از ${formatComing(row.due_at, now())}`)
          : good("زمان واریز رسیده است"),
      ],
      mustTick: ["بانک مبلغ را به همین کارت و همین نام نشان می‌دهد"],
      consequence: `با ثبت، برداشت ${formatToman(row.amount_toman)}ی ${firstName(row)} پرداخت‌شده می‌شود و بازنمی‌گردد.`,
      otherwise: "با رد، همهٔ آن به کیف پول برمی‌گردد.",
      reasons: [
        "بانک کارت را نپذیرفت",
        "کارت مسدود است",
        "نام صاحب کارت در بانک دیگر است",
        "شخص خواست که برگردد",
      ],
      needsReason: !isOwners,
      asked: askedOf(row.asked, now()).asked,
    };
  },
);

export const reviews = source<ReviewRow>(
  {
    kinds: ["payment", "refund"],
    findWaiting: (db, limit) => findReviews(db, OLDEST, limit),
    findOne: findReviewable,
  },
  (row) => ({
    kind: row.kind,
    id: row.id,
    person: row,
    amountToman: row.amount_toman,
    promised: row.is_waiting === 1 ? promiseOf(row.kind, row.created_at) : null,
    inHandOf: null,
    subject: { subject: row.kind, subjectId: row.id },
    summarize: () => reviewWords(row.kind, row.reason),
  }),
  (row, { about }) => ({
    order:
      row.order_id === null || row.order_number === null
        ? null
        : { id: row.order_id, number: row.order_number },
    facts: [
      fact("مبلغ", formatToman(row.amount_toman)),
      fact("چرا", reviewWords(row.kind, row.reason)),
      ...(row.authority === null
        ? []
        : [fact("درگاه", GATEWAY_NAMES[gatewayOfAuthority(row.authority)])]),
      fact("شناسه در درگاه", row.authority ?? "ندارد", "latin"),
      fact("شمارهٔ پیگیری", row.ref_id ?? "ندارد", "latin"),
      fact("از", formatDate(row.created_at)),
    ],
    checks: [
      ...frozenCheck(about),
      row.authority === null
        ? bad("درگاه شناسه‌ای برای آن نداده است")
        : good("با این شناسه در پنل درگاه پیدا می‌شود"),
      ...(row.forgotten_at === null
        ? []
        : [bad("اطلاعات این شخص حذف شده است؛ پول تنها به کارت برمی‌گردد")]),
    ],
    mustTick: ["در پنل درگاه دیده‌اید که پول کجاست"],
    consequence:
      row.kind === "payment"
        ? `اگر پول در فروشگاه است، از درگاه پرسیده می‌شود و ${formatToman(row.amount_toman)} به کیف پول ${firstName(row)} می‌رود.`
        : `اگر پول در فروشگاه است، ${formatToman(row.amount_toman)} به کیف پول ${firstName(row)} می‌رود.`,
    otherwise:
      row.kind === "payment"
        ? "اگر پول روی کارت است، فقط نوشته می‌شود و چیزی جابه‌جا نمی‌شود."
        : "اگر پول روی کارت است، بازپرداخت پایان می‌یابد.",
    reasons: [
      "در پنل درگاه بازگشته است",
      "درگاه می‌گوید پرداخت نشده است",
      "خودمان در پنل بازگرداندیم",
    ],
    needsReason: true,
  }),
);

/** Writes a number in groups of four digits: «۶۲۱۹ ۸۶۱۰ ۵۵۴۷ ۳۳۰۸». */
const grouped = (number: string) =>
  leftToRight(toPersianDigits(number.replace(/(\d{4})(?=\d)/g, "$1 ")));
