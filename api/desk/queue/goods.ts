import { isLatinAnswer } from "../../../contract/answer-kind.ts";
import type { QueueTalk } from "../../../contract/desk/queue.ts";
import { formatDate, formatDay } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { readTogether, readFirst } from "../../base/batch.ts";
import {
  type WaitingItemRow,
  findPaidItemById,
  findWaitingItems,
} from "../../buying/delivery/deliver-statements.ts";
import { OLDEST } from "../../base/page.ts";
import {
  type HeldOrderRow,
  findHeldOrders,
  findPaidOrder,
} from "../../buying/look/held-statements.ts";
import { whyHeld } from "../../buying/look/why.ts";
import { aboutWords } from "../../buying/ticket/rules.ts";
import {
  type DeskTicketRow,
  findTicket,
  findWaitingTickets,
} from "../../buying/ticket/answer-statements.ts";
import { findTicketCodes, findTicketItem } from "../../buying/ticket/statements.ts";
import { canAsk, isUnsent } from "../../buying/supply/cancelling.ts";
import { supplyWords } from "../../buying/supply/words.ts";
import { firstName, frozenCheck, nameOf } from "./papers.ts";
import { type TalkRow, findTalk } from "./pane-statements.ts";
import { promiseOf } from "../promise/promises.ts";
import { openOrderAnswers } from "../../buying/question/seals.ts";
import { findItemAnswers } from "../../buying/question/statements.ts";
import type { Shop } from "../../base/context.ts";
import { bad, fact, good, source, warning } from "./source.ts";
import { toIso } from "../../base/time.ts";

/** Things in the queue about orders: deliveries by hand, held orders, tickets. */

export const deliveries = source<WaitingItemRow>(
  {
    kinds: ["delivery"],
    findWaiting: (db, limit) => findWaitingItems(db, OLDEST, limit),
    findOne: findPaidItemById,
  },
  (row) => ({
    kind: "delivery",
    id: row.id,
    person: row,
    amountToman: null,
    promised: row.waiting_since === null ? null : promiseOf("delivery", row.waiting_since),
    inHandOf: null,
    subject: { subject: "order_item", subjectId: row.id },
    summarize: () => `${formatNumber(row.quantity)} × ${row.product_name}`,
  }),
  async (row, { about, shop }) => ({
    order: { id: row.order_id, number: row.order_number },
    facts: [
      ...(await answerFacts(shop, row.id)),
      fact("محصول", row.product_name),
      fact("تعداد", formatNumber(row.quantity)),
      fact("پرداخت‌شده برای آن", formatToman(row.total_toman)),
      fact("زمان پرداخت", formatDate(row.paid_at)),
      ...(row.supply_ref === null ? [] : [fact("سفارش نزد تأمین‌کننده", row.supply_ref, "latin")]),
    ],
    checks: [
      ...frozenCheck(about),
      row.profile_due_at === null
        ? good("نام خریدار کامل است")
        : bad("خریدار هنوز نامش را کامل نکرده است و این سفارش شاید لغو شود"),
      ...(row.supply_state === null
        ? []
        : [bad(`تأمین‌کننده: ${supplyWords(row.supply_state, row.supply_reason)}`)]),
      row.supply_state !== null
        ? isUnsent(row.supply_state)
          ? good("چیزی در راه نیست؛ خریدار می‌تواند آن را لغو کند")
          : warning("شاید کدی در راه باشد؛ اگر دیر برسد به قفسه می‌رود و دوباره خریده نمی‌شود")
        : row.delivery_status === "processing"
          ? warning("تحویل آغاز شده است؛ خریدار دیگر نمی‌تواند آن را لغو کند")
          : good("تحویل هنوز آغاز نشده است؛ خریدار تا آن‌گاه می‌تواند لغو کند"),
    ],
    mustTick: ["کد از همین محصول و همین ریجن است"],
    consequence: `با تحویل، ${formatNumber(row.lacking)} کد در سفارش ${firstName(row)} می‌نشیند، پیامک می‌رود و ۲۴ ساعت گزارش مشکل آغاز می‌شود.`,
    quantity: row.lacking,
    supplyRef: canAsk(row.supply_state) ? row.supply_ref : null,
  }),
);

/**
 * Returns the buyer's answers for the operator who delivers. They may be shown, because opening the
 * pane is recorded in the log.
 */
async function answerFacts({ db, vault }: Shop, itemId: string) {
  const row = await readFirst(findItemAnswers(db, itemId));
  if (!row) return [];
  const given = await openOrderAnswers(vault, row);
  if (given === null) return [fact("پاسخ‌های خریدار", "خوانده نمی‌شود")];
  if (given.isForgotten) return [fact("پاسخ‌های خریدار", "پاک شده")];
  return given.answers.map(({ label, kind, text }) =>
    fact(label, text, isLatinAnswer(kind) ? "latin" : "text"),
  );
}

export const looks = source<HeldOrderRow>(
  {
    kinds: ["look"],
    findWaiting: (db, limit) => findHeldOrders(db, OLDEST, limit),
    findOne: findPaidOrder,
  },
  (row) => ({
    kind: "look",
    id: row.id,
    person: row,
    amountToman: row.total_toman,
    promised: row.look_due_at === null ? null : { startsAt: row.paid_at, dueAt: row.look_due_at },
    inHandOf: null,
    subject: { subject: "order", subjectId: row.id },
    summarize: () => linesOf(row).join("، "),
  }),
  (row, { about }) => ({
    order: { id: row.id, number: row.number },
    facts: [
      ...(whyHeld(row) === "" ? [] : [fact("چرا بسته است", whyHeld(row))]),
      fact("مبلغ سفارش", formatToman(row.total_toman)),
      ...(row.wallet_toman > 0 ? [fact("از کیف پول", formatToman(row.wallet_toman))] : []),
      ...linesOf(row).map((line, index) => fact(index === 0 ? "محصول‌ها" : "", line)),
      fact("عضو از", formatDay(row.joined_at)),
      fact(
        "تأیید کارت پرداخت",
        row.card_verified_at === null ? "تأیید نشده است" : formatDate(row.card_verified_at),
      ),
    ],
    checks: [
      ...frozenCheck(about),
      row.card_verified_at === null
        ? warning("این خرید با کارت تأییدشده پرداخت نشده است")
        : good("کارت پرداخت به نام خود شخص تأیید شده است"),
      (about?.orders_count ?? 0) > 1
        ? good(`${formatNumber((about?.orders_count ?? 1) - 1)} سفارش پیشین دارد`)
        : warning("نخستین سفارش اوست"),
    ],
    mustTick: ["با صاحب کارت گفت‌وگو شده است"],
    consequence: `با آزاد کردن، کدهای این سفارش ${formatToman(row.total_toman)}ی همین حالا به ${firstName(row)} تحویل می‌شود و پیامک می‌رود.`,
    otherwise: "با رد، همهٔ مبلغ از همان راه برمی‌گردد.",
    reasons: [
      "صاحب کارت خرید را نشناخت",
      "پاسخی از خریدار نرسید",
      "خرید به فروش دوباره می‌ماند",
      "مدارک با خریدار نمی‌خواند",
    ],
    needsReason: true,
  }),
);

export const tickets = source<DeskTicketRow>(
  { kinds: ["ticket"], findWaiting: findWaitingTickets, findOne: findTicket },
  (row) => ({
    kind: "ticket",
    id: row.id,
    person: row,
    amountToman: null,
    promised:
      row.waits_since === null || row.status === "Closed"
        ? null
        : promiseOf("ticket", row.waits_since),
    inHandOf: null,
    subject: { subject: "ticket", subjectId: row.id },
    summarize: () => row.title,
  }),
  async (row, { shop: { db }, about }) => {
    const [messages, [item], codes] = await readTogether(db, [
      findTalk(db, row.id),
      findTicketItem(db, row.order_item_id ?? ""),
      findTicketCodes(db, row.id),
    ]);
    const places = codes.map(({ position }) => toPersianDigits(position)).join("، ");
    return {
      order: item ? { id: item.order_id, number: item.order_number } : null,
      uploadId: row.upload_id,
      facts: [
        fact("شمارهٔ تیکت", toPersianDigits(row.number), "digits"),
        ...(item ? [fact("محصول", item.name)] : []),
        ...(places === "" ? [] : [fact("کدهای گزارش‌شده", `شمارهٔ ${places}`)]),
      ],
      checks: frozenCheck(about),
      aboutWords: aboutWords(
        item ? { name: item.name, orderNumber: item.order_number } : null,
        codes.map(({ position }) => position),
      ),
      talk: [
        {
          from: "buyer",
          by: nameOf(row),
          text: row.description,
          uploadId: row.upload_id,
          at: toIso(row.created_at),
        },
        ...messages.toReversed().map((message) => showTalk(message, nameOf(row))),
      ],
      consequence: item
        ? "با پاسخ، پیامک می‌رود. کد خراب را از صفحهٔ سفارش جایگزین یا بازپرداخت کنید."
        : "با پاسخ، پیامک می‌رود و نوبت شخص است.",
    };
  },
);

function showTalk(row: TalkRow, buyer: string): QueueTalk {
  return {
    from: row.operator === null ? "buyer" : "shop",
    by: row.operator ?? buyer,
    text: row.content,
    uploadId: row.upload_id,
    at: toIso(row.created_at),
  };
}

const linesOf = (row: HeldOrderRow) =>
  (JSON.parse(row.lines) as { productName: string; quantity: number }[]).map(
    ({ productName, quantity }) => `${formatNumber(quantity)} × ${productName}`,
  );
