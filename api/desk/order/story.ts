import type { StoryEvent } from "../../../contract/desk/order.ts";
import { reviewReasonWords } from "../../../persian/desk-words.ts";
import { formatComing } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { GATEWAY_NAMES } from "../../../persian/gateway.ts";
import { formatToman } from "../../../persian/toman.ts";
import type { Settings } from "../../base/settings.ts";
import type { GistFacts } from "./gist.ts";
import { placeOf } from "./money.ts";
import { type UndatedEvent, aboutLine, aboutMessage, aboutTransfer } from "./event-words.ts";
import type {
  StoryAnswerRow,
  StoryLineRow,
  StoryMessageRow,
  StoryReadingRow,
  StoryRefundRow,
} from "./event-statements.ts";
import type { StoryTransferRow } from "./story-statements.ts";
import { toIso } from "../../base/time.ts";

interface StoryFacts extends GistFacts {
  transfers: readonly StoryTransferRow[];
  readings: readonly StoryReadingRow[];
  answers: readonly StoryAnswerRow[];
  lines: readonly StoryLineRow[];
  messages: readonly StoryMessageRow[];
  cardEnd: string | null;
}

/**
 * Describes everything that happened to an order, newest first. A transfer is shown with the event
 * of the same batch, which has the same time.
 */
export function tellStory(facts: StoryFacts, settings: Settings): StoryEvent[] {
  const told = [
    ...aboutPaying(facts),
    ...aboutDelivery(facts),
    ...facts.readings.map(aboutReading),
    ...facts.refunds.flatMap((refund) => aboutRefund(refund, facts.lines)),
    ...aboutTickets(facts),
    ...facts.lines.flatMap((line) => aboutLine(line)),
    ...facts.messages.map((message) => aboutMessage(message, settings)),
  ];
  const beside = new Map<UndatedEvent, StoryTransferRow[]>();
  const alone: { event: UndatedEvent; own: StoryTransferRow[] }[] = [];
  for (const transfer of facts.transfers) {
    // A sale is shown with the delivery, every other transfer with the event that moved the money.
    const kinds = transfer.kind === "sale" ? ["code", "money"] : ["money", "code"];
    const event = kinds
      .map((kind) => told.find(({ at, kind: own }) => at === transfer.created_at && own === kind))
      .find((found) => found !== undefined);
    if (event) beside.set(event, [...(beside.get(event) ?? []), transfer]);
    else alone.push({ event: aboutTransfer(transfer), own: [transfer] });
  }
  // Events of one batch have the same time. In `told`, an effect follows its cause, so the reversed
  // order shows the newest first.
  return [...told.map((event) => ({ event, own: beside.get(event) ?? [] })), ...alone]
    .toReversed()
    .toSorted((one, other) => other.event.at - one.event.at)
    .map(({ event, own }) => ({
      tone: "plain",
      detail: null,
      reference: null,
      ...event,
      at: toIso(event.at),
      transfers: sumUp(own, facts.order.person_id),
    }));
}

/** Names the accounts of transfers; transfers between the same accounts are added up. */
function sumUp(own: readonly StoryTransferRow[], buyerId: string): StoryEvent["transfers"] {
  const sums = new Map<string, StoryEvent["transfers"][number]>();
  for (const transfer of own) {
    const from = placeOf(transfer.debit_account_id, buyerId);
    const to = placeOf(transfer.credit_account_id, buyerId);
    const before = sums.get(`${from} ${to}`)?.amount ?? 0;
    sums.set(`${from} ${to}`, { from, to, amount: before + transfer.amount_toman });
  }
  return [...sums.values()];
}

function aboutPaying({ order, payment, cardEnd }: StoryFacts): UndatedEvent[] {
  const total = formatToman(order.total_toman);
  const events: UndatedEvent[] = [
    {
      at: order.created_at,
      kind: order.wallet_toman > 0 ? "money" : "other",
      who: "shopper",
      title: "سفارش نوشته شد",
      detail:
        payment === null
          ? `${total} از کیف پول پرداخت شد`
          : `${total}؛ کدها تا ${formatComing(order.hold_expires_at ?? order.created_at, order.created_at)} نگه داشته شد`,
    },
  ];
  if (payment === null) return events;
  const gateway = GATEWAY_NAMES[payment.gateway];
  if (payment.authority !== null)
    events.push({
      at: payment.created_at,
      kind: "other",
      who: "shopper",
      title: `به ${gateway} رفت`,
      detail: formatToman(payment.amount_toman),
      reference: payment.authority,
    });
  if (payment.settled_at !== null) {
    const { settled_at: at, ref_id: reference } = payment;
    const card = cardEnd === null ? "" : `با کارت ${toPersianDigits(cardEnd)} ••••`;
    const ends: Record<string, Pick<UndatedEvent, "title" | "tone" | "detail" | "who">> = {
      paid: { title: "درگاه تأیید کرد", tone: "good", detail: card, who: "gateway" },
      credited: {
        title: "درگاه تأیید کرد، ولی سفارش دیگر تحویل‌شدنی نبود",
        tone: "bad",
        detail: "همهٔ مبلغ به کیف پول رفت",
        who: "gateway",
      },
      review: {
        title: "پرداخت به بررسی رفت",
        tone: "bad",
        detail: reviewReasonWords(payment.review_reason) ?? payment.review_reason,
        who: "shop",
      },
      failed: { title: "پرداخت نشد", tone: "bad", detail: null, who: "gateway" },
      expired: { title: "مهلت پرداخت گذشت", tone: "bad", detail: null, who: "shop" },
    };
    const end = ends[payment.state];
    if (end) events.push({ at, kind: "money", reference, ...end });
  }
  return events;
}

function aboutDelivery({ items, codes, lines }: StoryFacts): UndatedEvent[] {
  const moments = new Set(items.flatMap(({ delivered_at: at }) => (at === null ? [] : [at])));
  return [...moments].map((at) => {
    const here = items.filter((item) => item.delivered_at === at);
    const ids = here.map(({ id }) => id);
    const own = codes.filter((code) => ids.includes(code.order_item_id) && code.sold_at <= at);
    const batches = new Map<string, number>();
    for (const { batch_id: batch } of own) batches.set(batch, (batches.get(batch) ?? 0) + 1);
    const operator = lines.find((line) => line.verdict === "delivered" && line.created_at === at);
    const names = here.map((item) => item.product_name).join("، ");
    const number = toPersianDigits(own.length);
    return {
      at,
      kind: "code" as const,
      who: operator ? ("operator" as const) : ("shop" as const),
      tone: "good" as const,
      title: operator ? `${operator.operator} ${number} کد تحویل داد` : `${number} کد تحویل شد`,
      detail: batches.size > 1 ? `${names} · از ${toPersianDigits(batches.size)} بسته` : names,
    };
  });
}

function aboutReading(reading: StoryReadingRow): UndatedEvent {
  const times = reading.times === 1 ? "یک بار" : `${toPersianDigits(reading.times)} بار`;
  const titles = {
    page: `خریدار کد را باز کرد، ${times}`,
    email: "کد با ایمیل فرستاده شد",
    gift: "گیرندهٔ هدیه کد را باز کرد",
  };
  return {
    at: reading.last_at,
    kind: "code",
    who: "shopper",
    title: titles[reading.channel],
    detail: reading.product_name,
    reference: reading.address === "" ? null : reading.address,
  };
}

const REFUND_ENDS: Partial<Record<StoryRefundRow["state"], Pick<UndatedEvent, "title" | "tone">>> =
  {
    done: { title: "درگاه پول را به کارت برگرداند", tone: "good" },
    fallen_back: { title: "درگاه برنگرداند؛ به کیف پول رفت", tone: "bad" },
  };

function aboutRefund(refund: StoryRefundRow, lines: readonly StoryLineRow[]): UndatedEvent[] {
  const by = lines.find((line) => line.created_at === refund.created_at)?.operator;
  const who = refund.reason === "shopper" ? "shopper" : by === undefined ? "shop" : "operator";
  const actors = {
    shopper: "خریدار پس داد",
    shop: "خودکار بازگشت",
    operator: `${by ?? ""} بازگرداند`,
  };
  const parts = [
    ...(refund.gateway_toman > 0 ? [`${formatToman(refund.gateway_toman)} به کارت`] : []),
    ...(refund.wallet_toman > 0 ? [`${formatToman(refund.wallet_toman)} به کیف پول`] : []),
  ];
  const begun: UndatedEvent = {
    at: refund.created_at,
    kind: "money",
    who,
    title: `${actors[who]}: ${refund.product_name}`,
    detail: [parts.join(" و "), refund.note].filter(Boolean).join(" · "),
  };
  const end = REFUND_ENDS[refund.state];
  if (!end || refund.settled_at === null || refund.gateway_toman === 0) return [begun];
  return [
    {
      at: refund.settled_at,
      kind: "money",
      who: "gateway",
      reference: refund.provider_ref,
      ...end,
    },
    begun,
  ];
}

function aboutTickets({ tickets, answers }: StoryFacts): UndatedEvent[] {
  return [
    ...tickets.map(({ created_at: at, number, title }): UndatedEvent => ({
      at,
      kind: "message",
      who: "shopper",
      tone: "bad",
      title: `خریدار تیکت ${toPersianDigits(number)} را باز کرد`,
      detail: title === "" ? null : `«${title}»`,
    })),
    ...answers.map(({ created_at: at, number, operator }): UndatedEvent => ({
      at,
      kind: "message",
      who: operator === null ? "shopper" : "operator",
      title:
        operator === null
          ? `خریدار در تیکت ${toPersianDigits(number)} نوشت`
          : `${operator} به تیکت ${toPersianDigits(number)} پاسخ داد`,
    })),
  ];
}
