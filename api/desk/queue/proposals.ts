import { readFirst, readAll } from "../../base/batch.ts";
import { type Action, areaOfAction } from "../../../contract/desk/asking.ts";
import { formatComing } from "../../../persian/dates.ts";
import { areaWords } from "../../../persian/area-words.ts";
import { actionWords, stateWords } from "../../../persian/desk-words.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { findCard } from "../../people/bank-card/decide-statements.ts";
import type { PersonColumns } from "../../base/person.ts";
import { sayKnowers } from "../../buying/code/openings.ts";
import { findPaidItemById } from "../../buying/delivery/deliver-statements.ts";
import { findRequest } from "../../people/identity/decide-statements.ts";
import { findGivingSubject } from "../giving/statements.ts";
import { weighRefund } from "../order/consequences.ts";
import { findStoryCodes } from "../order/story-statements.ts";
import { findRows } from "../payout/statements.ts";
import { findWhole } from "../../money/withdrawal/decide-statements.ts";
import { mayConfirmFrom } from "../proposal/rules.ts";
import { readAlone } from "../proposal/statements.ts";
import { withdrawals } from "./money.ts";
import { bankCards, firstName, frozenCheck, identities } from "./papers.ts";
import { promiseOf } from "../promise/promises.ts";
import {
  type QueuedProposalRow,
  findQueuedProposal,
  findQueuedProposals,
} from "./proposal-statements.ts";
import { type Detail, type DetailContext, bad, fact, good, source } from "./source.ts";

/**
 * Things in the queue about proposals. They show all facts, because nobody should confirm what they
 * cannot see in full.
 */

export const proposals = source<QueuedProposalRow>(
  {
    kinds: ["proposal"],
    findWaiting: (db, limit, now) => findQueuedProposals(db, now, limit),
    findOne: findQueuedProposal,
  },
  (row, { now }) => ({
    kind: "proposal",
    id: row.id,
    person: personOf(row),
    amountToman: row.amount_toman ?? detailsOf(row).totalToman ?? null,
    promised:
      row.state === "open" && row.expires_at > now() ? promiseOf("proposal", row.created_at) : null,
    inHandOf: null,
    area: areaOfAction(row.action),
    subject: { subject: "proposal", subjectId: row.id },
    summarize: () => `${actionWords(row.action)} · درخواست ${row.asked_by}`,
  }),
  async (row, context) => {
    const told = (await TOLD[row.action](row, context)) ?? {
      facts: [fact("دربارهٔ", row.subject_id, "latin")],
      consequence: `با تأیید شما، «${actionWords(row.action)}» همین حالا انجام می‌شود.`,
    };
    const { now } = context.shop;
    const own = row.asked_by === context.operator.name ? await checkOwn(row, context) : null;
    return {
      ...told,
      facts: [
        fact("کار", actionWords(row.action)),
        ...(told.facts ?? []),
        fact("درخواست‌کننده", row.asked_by, "latin"),
        ...(row.note === null ? [] : [fact("دلیل او", row.note)]),
      ],
      checks: [
        own ?? good("کس دیگری آن را خواسته است"),
        ...(told.checks ?? []),
        good(`تا ${formatComing(row.expires_at, now())} اعتبار دارد`),
      ],
      mustTick: ["خودتان هم به همین نتیجه می‌رسید", ...(told.mustTick ?? [])],
      // The prepared reasons are for refusing the thing itself, not for dropping a proposal about
      // it.
      reasons: [],
      supplyRef: null,
      approvalBlockedBy: own?.state === "bad" ? own.text : "",
      needsReason: false,
      otherwise: "",
      asked: "",
    };
  },
);

/**
 * Checks whether operators may confirm their own proposal. Only an owner without a second person
 * may do so, after a day.
 */
async function checkOwn(row: QueuedProposalRow, { shop, operator }: DetailContext) {
  const moment = shop.now();
  const read = await readFirst(readAlone(shop.db, operator.name, areaOfAction(row.action), moment));
  if (read?.is_alone !== 1) return bad("این را خود شما خواسته‌اید؛ کس دیگری باید آن را تأیید کند");
  return mayConfirmFrom(row) <= moment
    ? good("نفر دومی نیست و یک روز گذشته است؛ خودتان تأیید می‌کنید")
    : bad(`نفر دومی نیست؛ ${formatComing(mayConfirmFrom(row), moment)} خودتان تأیید می‌کنید`);
}

type Tell = (row: QueuedProposalRow, context: DetailContext) => Promise<Detail | null>;

/**
 * For each action, a function that shows the thing that a proposal is about. It is shown in the
 * same form as when one operator decides about it alone.
 */
const TOLD: Readonly<Record<Action, Tell>> = {
  async payout(row, context) {
    const about = await readFirst(findWhole(context.shop.db, row.subject_id));
    if (!about) return null;
    const { reference = "" } = detailsOf(row);
    const told = await withdrawals.detail(about, context);
    return {
      ...told,
      facts: [
        fact("مبلغ", formatToman(about.amount_toman)),
        ...(told.facts ?? []).slice(0, -2),
        fact("شمارهٔ پیگیری", reference, "latin"),
      ],
      consequence: `با تأیید شما، واریز ${formatToman(about.amount_toman)} به ${about.card_owner} ثبت می‌شود و بازنمی‌گردد.`,
    };
  },

  async payout_file(row, { shop: { db }, operator }) {
    const { number = "", rows = 0, totalToman = 0 } = detailsOf(row);
    const results = await readAll(findRows(db, row.subject_id));
    return {
      facts: [
        fact("شمارهٔ پرونده", number, "latin"),
        fact("روی هم", `${formatNumber(rows)} برداشت، ${formatToman(totalToman)}`),
        ...results.map((one) => fact(one.card_owner, formatToman(one.amount_toman))),
      ],
      isOwn: results.some((one) => one.phone === operator.phone),
      consequence: `با تأیید شما، این پرونده به بانک می‌رود و ${formatToman(totalToman)} واریز می‌شود.`,
    };
  },

  async refund_opened(row, { shop, about }) {
    const item = await readFirst(findPaidItemById(shop.db, row.subject_id));
    if (!item) return null;
    const { codeIds = null } = detailsOf(row);
    const results = await readAll(findStoryCodes(shop.db, item.order_id));
    const own = results.filter(({ order_item_id: id }) => id === item.id);
    const given = own.filter(({ id }) => codeIds?.includes(id) ?? true);
    const { toCard, toWallet, codesLost, obstacle } = await weighRefund(shop, item, own, codeIds);
    return {
      order: { id: item.order_id, number: item.order_number },
      facts: [
        fact("محصول", item.product_name),
        ...given.map((code) => fact(`کد ${toPersianDigits(code.position)}`, sayKnowers(code))),
        ...(toCard > 0 ? [fact("به کارت", formatToman(toCard))] : []),
        ...(toWallet > 0 ? [fact("به کیف پول", formatToman(toWallet))] : []),
      ],
      checks: [...frozenCheck(about), ...(obstacle === null ? [] : [bad(obstacle.message)])],
      mustTick: ["از سرگذشت سفارش پیداست که کد به کار نرفته است"],
      consequence: `با تأیید شما، ${formatToman(toCard + toWallet)} به ${firstName(item)} بازمی‌گردد و ${formatNumber(codesLost)} کد دیده‌شده از دست می‌رود.`,
    };
  },

  async verify_card(row, context) {
    const card = await readFirst(findCard(context.shop.db, row.subject_id));
    if (!card) return null;
    const told = await bankCards.detail(card, context);
    return {
      ...told,
      consequence: `با تأیید شما، این کارت با نام «${card.owner}» تأیید می‌شود و پول ${firstName(card)} به آن می‌رود.`,
    };
  },

  async revoke_card(row, context) {
    const card = await readFirst(findCard(context.shop.db, row.subject_id));
    if (!card) return null;
    const { facts = [] } = await bankCards.detail(card, context);
    return {
      facts,
      consequence: `با تأیید شما، تأیید این کارت لغو می‌شود و ${firstName(card)} دیگر با آن نمی‌پردازد و نمی‌گیرد.`,
    };
  },

  async revoke_identity(row, context) {
    const request = await readFirst(findRequest(context.shop.db, row.subject_id));
    if (!request) return null;
    const { facts = [] } = await identities.detail(request, context);
    return {
      facts: facts.slice(0, -1),
      consequence: `با تأیید شما، هویت ${firstName(request)} و همهٔ کارت‌هایش تأییدنشده می‌شود.`,
    };
  },

  forget: (row) => {
    const person = personOf(row);
    return Promise.resolve({
      mustTick: ["خود شخص آن را از حسابش خواسته است"],
      consequence: `با تأیید شما، اطلاعات ${person ? firstName(person) : "این شخص"} حذف می‌شود و بازنمی‌گردد.`,
    });
  },

  give_price: tellGiving,
  give_rate: tellGiving,
  give_discount: tellGiving,
  give_replacement: tellGiving,
  give_reveal: tellGiving,
  give_export: tellGiving,
  give_cost: tellGiving,

  raise: (row) => {
    const { from = "", to = "", areas = null } = detailsOf(row);
    return Promise.resolve({
      facts: [
        fact("همکار", row.subject_id, "latin"),
        fact("نقش اکنون", stateWords(from)),
        fact("نقش تازه", stateWords(to)),
        ...(areas === null ? [] : [fact("بخش‌ها", areaWords(areas))]),
      ],
      consequence: `با تأیید شما، ${row.subject_id} همین حالا نقش «${stateWords(to)}» می‌گیرد.`,
    });
  },
};

/** Shows what would be given away. A confirmation only allows it; the asker then carries it out. */
async function tellGiving(row: QueuedProposalRow, { shop }: DetailContext): Promise<Detail> {
  const { toman = 0, words = "" } = detailsOf(row);
  const thing = await readFirst(findGivingSubject(shop.db, row.subject_id));
  return {
    ...(thing?.order_id != null && {
      order: { id: thing.order_id, number: thing.order_number ?? "" },
    }),
    facts: [
      thing?.product_name == null
        ? fact("دربارهٔ", row.subject_id, "latin")
        : fact("محصول", thing.product_name),
      ...(words === "" ? [] : [fact("جزئیات", words)]),
      ...(toman > 0 ? [fact("ارزش به بها", formatToman(toman))] : []),
    ],
    consequence: `با تأیید شما، ${row.asked_by} تا یک روز همین کار را یک بار انجام می‌دهد.`,
  };
}

interface Details {
  toman?: number;
  words?: string;
  reference?: string;
  number?: string;
  rows?: number;
  totalToman?: number;
  codeIds?: readonly string[] | null;
  from?: string;
  to?: string;
  areas?: readonly string[] | null;
}

const detailsOf = (row: QueuedProposalRow) => JSON.parse(row.details) as Details;

function personOf(row: QueuedProposalRow): PersonColumns | null {
  const { person_id: id } = row;
  return id === null ? null : { ...row, person_id: id };
}
