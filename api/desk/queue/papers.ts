import type { QueueCheck } from "../../../contract/desk/queue.ts";
import { bankOfCard } from "../../../persian/banks.ts";
import { formatDay } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { haveSameLetters } from "../../../persian/names.ts";
import { formatToman } from "../../../persian/toman.ts";
import { isOwnersCard } from "../../people/bank-card/approve.ts";
import {
  type DeskCardRow,
  findCard,
  findWaitingCards,
} from "../../people/bank-card/decide-statements.ts";
import { readTogether } from "../../base/batch.ts";
import { openNumber } from "../../base/open-number.ts";
import { OLDEST } from "../../base/page.ts";
import type { Vault } from "../../base/vault.ts";
import {
  type DeskRequestRow,
  findPendingRequests,
  findRequest,
} from "../../people/identity/decide-statements.ts";
import { keptNames, provenNames } from "../../people/identity/rules.ts";
import { checksOfInquiry } from "../../people/inquiry/rules.ts";
import { findEvidence } from "../../people/inquiry/statements.ts";
import {
  type PersonFactsRow,
  type TwinRow,
  compareCard,
  compareRequest,
} from "./pane-statements.ts";
import { promiseOf } from "../promise/promises.ts";
import { askedOf, bad, fact, good, source, warning } from "./source.ts";
import { cardWords, maskedCard } from "./words.ts";

/** Things in the queue about identities and cards. */

export const identities = source<DeskRequestRow>(
  {
    kinds: ["identity"],
    findWaiting: (db, limit) => findPendingRequests(db, OLDEST, limit),
    findOne: findRequest,
  },
  (row) => ({
    kind: "identity",
    id: row.id,
    person: row,
    claimedName: row.card_owner,
    amountToman: null,
    promised: row.status === "pending" ? promiseOf("identity", row.created_at) : null,
    inHandOf: null,
    subject: { subject: "identity_request", subjectId: row.id },
    summarize: async ({ vault }) => {
      const sealed = row.card_number_sealed;
      const card = cardWords(await openNumber(vault, "identity_request", { id: row.id, sealed }));
      return row.has_cart === 1 ? `${card} · سبدش منتظر است` : card;
    },
  }),
  async (row, { shop, about }) => {
    const sealed = row.card_number_sealed;
    const number = await openNumber(shop.vault, "identity_request", { id: row.id, sealed });
    const [[twin = null], [evidence = null]] = await readTogether(shop.db, [
      compareRequest(shop.db, row.id),
      findEvidence(shop.db, row.id),
    ]);
    const names = provenNames(row);
    const asked = `${names.firstName} ${names.lastName}`.trim();
    const own = nameOf(row);
    return {
      uploadId: row.upload_id,
      facts: [
        fact("نام در پروفایل", own || "ننوشته است"),
        fact("صاحب کارت", row.card_owner),
        ...(asked === row.card_owner ? [] : [fact("نامی که ثبت می‌شود", asked)]),
        ...cardFacts(number),
        fact("تاریخ برگه باید باشد", formatDay(row.created_at)),
      ],
      checks: [
        ...cardChecks(number, twin, about),
        ...checksOfInquiry(evidence),
        ...(own === ""
          ? []
          : keptNames(row) || haveSameLetters(own, row.card_owner)
            ? [good("نام صاحب کارت با نام پروفایل یکی است")]
            : [warning("نام صاحب کارت با نام پروفایل یکی نیست؛ تأیید، نام کارت را می‌نشاند")]),
        ...refusals(twin?.rejections ?? 0),
      ],
      mustTick: [
        "کارت ملی: نام و چهره خواناست",
        "کارت بانکی به نام خود اوست",
        `برگه: متن درخواست با تاریخ ${formatDay(row.created_at)}`,
        "برگه امضا دارد",
      ],
      consequence: afterIdentity(asked, about),
      reasons: [
        "برگه تاریخ ندارد",
        "نوشته ناخواناست",
        "نام‌ها یکی نیست",
        "لبهٔ کارت بریده است",
        "برگه امضا ندارد",
        "تصویر کارت ملی نیست",
      ],
    };
  },
);

export const bankCards = source<DeskCardRow>(
  {
    kinds: ["bank_card"],
    findWaiting: (db, limit) => findWaitingCards(db, limit),
    findOne: findCard,
  },
  (row, { now }) => ({
    kind: "bank_card",
    id: row.id,
    person: row,
    claimedName: row.owner,
    amountToman: null,
    promised:
      row.status === "pending" && row.waits_since !== null
        ? promiseOf("bank_card", row.waits_since)
        : null,
    inHandOf: null,
    subject: { subject: "bank_card", subjectId: row.id },
    summarize: async ({ vault }) => {
      const sealed = row.number_sealed;
      const card = cardWords(await openNumber(vault, "bank_card", { id: row.id, sealed }));
      return `${card}${askedOf(row.asked, now()).line}`;
    },
  }),
  async (row, { shop, about }) => {
    const sealed = row.number_sealed;
    const number = await openNumber(shop.vault, "bank_card", { id: row.id, sealed });
    const [[twin = null], [evidence = null]] = await readTogether(shop.db, [
      compareCard(shop.db, row.id),
      findEvidence(shop.db, row.id),
    ]);
    const isOwners = isOwnersCard(row);
    return {
      uploadId: row.upload_id,
      facts: [
        fact("نام تأییدشده", row.proven_owner ?? "هنوز ندارد"),
        fact("صاحب کارت", row.owner),
        ...cardFacts(number),
      ],
      checks: [
        ...cardChecks(number, twin, about),
        ...checksOfInquiry(evidence),
        isOwners
          ? good("صاحب کارت همان نام تأییدشده است")
          : warning("صاحب کارت با نام تأییدشده یکی نیست؛ تأیید آن دلیل و نفر دوم می‌خواهد"),
        ...refusals(twin?.rejections ?? 0),
      ],
      mustTick: ["شمارهٔ روی کارت همین است", "نام روی کارت خواناست و همین است"],
      consequence: `با تأیید، پیامک می‌رود و ${firstName(row)} می‌تواند با این کارت بپردازد و پولش را به آن برگرداند.`,
      reasons: [
        "شمارهٔ کارت ناخواناست",
        "نام روی کارت دیگری است",
        "لبهٔ کارت بریده است",
        "شماره با تصویر یکی نیست",
        "تصویر کارت بانکی نیست",
      ],
      needsReason: !isOwners,
      asked: askedOf(row.asked, shop.now()).asked,
    };
  },
);

/** Returns the full number of the card in a request; null when it cannot be decrypted. */
export function numberOfPapers(vault: Vault, kind: "identity" | "bank_card", row: unknown) {
  const { id } = row as { id: string };
  return kind === "identity"
    ? openNumber(vault, "identity_request", {
        id,
        sealed: (row as DeskRequestRow).card_number_sealed,
      })
    : openNumber(vault, "bank_card", { id, sealed: (row as DeskCardRow).number_sealed });
}

export const nameOf = (row: { first_name: string; last_name: string }) =>
  `${row.first_name} ${row.last_name}`.trim();

/** Returns a person's name for use in a sentence: the first name, otherwise the proven name. */
export const firstName = (row: { first_name: string; proven_owner: string | null }) =>
  row.first_name || row.proven_owner || "این شخص";

function afterIdentity(name: string, about: PersonFactsRow | null): string {
  const told = "با تأیید، پیامک می‌رود، کارتش هم تأیید می‌شود";
  return about?.cart_toman
    ? `${told} و ${name} می‌تواند سبد ${formatToman(about.cart_toman)}ی‌اش را بپردازد.`
    : `${told} و ${name} می‌تواند خرید کند.`;
}

function cardFacts(number: string | null) {
  if (number === null) return [];
  return [fact(`کارت، ${bankOfCard(number) || "بانک ناشناخته"}`, maskedCard(number), "digits")];
}

function cardChecks(
  number: string | null,
  twin: TwinRow | null,
  about: PersonFactsRow | null,
): QueueCheck[] {
  const bank = bankOfCard(number ?? "");
  return [
    ...frozenCheck(about),
    number === null
      ? bad("شمارهٔ کارت خوانده نمی‌شود؛ فقط می‌توان رد کرد")
      : bank === ""
        ? warning("رقم وارسی درست است، ولی بانک این کارت شناخته نیست")
        : good(`شمارهٔ کارت درست است و از ${bank} است`),
    twin?.has_twin === 1
      ? bad("این کارت برای شخص دیگری تأیید شده است")
      : good("این کارت برای شخص دیگری تأیید نشده است"),
    ...(twin?.has_picture_twin === 1
      ? [bad("همین تصویر را شخص دیگری هم فرستاده و تأیید شده است")]
      : []),
  ];
}

export function frozenCheck(about: PersonFactsRow | null): QueueCheck[] {
  return about?.is_frozen === 1 ? [bad("حساب این شخص مسدود است")] : [];
}

function refusals(count: number): QueueCheck[] {
  return count === 0 ? [] : [warning(`پیش‌تر ${toPersianDigits(count)} بار رد شده است`)];
}
