import { Hono } from "hono";
import type { Area } from "../../../contract/desk/area.ts";
import { isOpenTo, mayReadCost } from "../../../contract/desk/caller.ts";
import { type Found, find } from "../../../contract/desk/find.ts";
import { batchName } from "../../../persian/batch-name.ts";
import { formatDate } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { parsePhone, showMaskedPhone } from "../../../persian/identifiers.ts";
import { nameKey } from "../../../persian/names.ts";
import { readShortNumber } from "../../../persian/short-number.ts";
import { plainCharacters, typedDigits } from "../../../persian/characters.ts";
import { formatToman } from "../../../persian/toman.ts";
import { readTogether } from "../../base/batch.ts";
import { body } from "../../base/context.ts";
import { noteView } from "../../base/decisions.ts";
import { fingerprintEnd } from "../../base/open-number.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import type { PersonColumns } from "../../base/person.ts";
import { readKnowers, timesOf } from "../../buying/code/knowers.ts";
import { fingerprintCode } from "../../buying/code/code-text.ts";
import * as statements from "./statements.ts";

/** The fewest letters for a search by name. */
const NAME_MIN = 3;

/** For each kind of thing, the areas that allow an operator to find it. One of them is enough. */
const AREAS_OF: Record<Found["kind"], readonly Area[]> = {
  order: ["tickets"],
  person: ["people"],
  ticket: ["tickets"],
  payment: ["money"],
  card: ["papers"],
  code: ["codes", "tickets"],
  withdrawal: ["money"],
  refund: ["money"],
};

export const deskFind = new Hono<OperatorEnv>();

deskFind.post("/", body(find.body), async (c) => {
  const { shop, operator } = c.var;
  const { db, vault, now } = shop;
  const { text } = c.var.body;
  const requested = read(text);
  const fingerprint = await fingerprintCode(vault, text);
  const end = requested.cardEnd === null ? "" : await fingerprintEnd(vault, requested.cardEnd);
  const [codes, codeTickets, orders, tickets, payments, payouts, ofPhone, cards, ofName] =
    await readTogether(db, [
      statements.findByCode(db, fingerprint),
      statements.findTicketsOfCode(db, fingerprint),
      statements.findByOrderNumber(db, requested.number),
      statements.findByTicketNumber(db, requested.number),
      statements.findPayments(db, requested.reference),
      statements.findPayouts(db, requested.reference),
      statements.findByPhone(db, requested.phone ?? ""),
      statements.findByCardEnd(db, end),
      // No name contains this character, so the query finds nothing.
      statements.findByName(db, requested.name ?? "\u0000"),
    ]);
  const people = isOpenTo("people", operator) ? [...ofPhone, ...ofName] : [];
  const all = [
    ...codes.map((row) => aboutCode(row, mayReadCost(operator))),
    ...[...codeTickets, ...tickets].map(aboutTicket),
    ...orders.map(aboutOrder),
    ...payments.map(aboutPayment),
    ...payouts.map(aboutPayout),
    ...people.map(aboutPerson),
    ...cards.map((card) => aboutCard(card, requested.cardEnd ?? "")),
  ];
  const found = all.filter(({ kind }) => AREAS_OF[kind].some((area) => isOpenTo(area, operator)));
  const moment = now();
  const kinds = [...new Set(found.map(({ kind }) => kind))].join(" ");
  // The log contains the kinds that were found, but not the typed text, which may be a phone or a
  // code.
  await db.batch([
    noteView({ db, operator, moment }, "search", kinds === "" ? "nothing" : kinds),
    ...people.map(({ person_id: subjectId }) =>
      noteView({ db, operator, moment }, "person", subjectId),
    ),
  ]);
  c.header("Cache-Control", "no-store");
  return c.json({ found });
});

/**
 * Reads a text as everything that it may be: a number, a reference, a phone, the end of a card or a
 * name. Numbers may be typed in any digits.
 */
function read(text: string) {
  const digits = typedDigits(text);
  const number = readShortNumber(text);
  const name = nameKey(text);
  return {
    number: number === null || number === "mistyped" ? "" : number.number,
    reference: plainCharacters(text),
    phone: parsePhone(text),
    cardEnd: /^\d{4}$/.test(digits) ? digits : null,
    name: /^[\p{L}\p{M}]+$/u.test(name) && name.length >= NAME_MIN ? name : null,
  };
}

const NOTHING = { orderId: null, personId: null, ticketId: null };

function nameOf(row: Partial<PersonColumns>): string {
  const name = `${row.first_name ?? ""} ${row.last_name ?? ""}`.trim();
  return name === "" ? "بدون نام" : name;
}

const phoneOf = ({ phone }: PersonColumns) =>
  phone === "" ? "فراموش‌شده" : showMaskedPhone(phone);

const CODE_STATES = { free: "آزاد در قفسه", held: "نگه‌داشته برای سبدی", sold: "فروخته‌شده" };

function stateOf(row: statements.FoundCodeRow): string {
  if (row.withdrawn_at !== null) return "جایگزین‌شده";
  return row.status === "sold" || row.knowers === "[]"
    ? CODE_STATES[row.status]
    : "بیرون‌رفته از انبار";
}

function sayTimes(row: statements.FoundCodeRow): string {
  const times = timesOf(readKnowers(row.knowers).openers);
  return times === 0 ? "دیده نشده" : `${toPersianDigits(times)} بار دیده شده`;
}

function aboutCode(row: statements.FoundCodeRow, isCostOpen: boolean): Found {
  const sale =
    row.number === null || row.status !== "sold"
      ? []
      : [`سفارش ${toPersianDigits(row.number)}`, nameOf(row), sayTimes(row)];
  const supplier = isCostOpen ? row.supplier : null;
  return {
    ...NOTHING,
    kind: "code",
    id: row.id,
    title: `${row.product_name}، ${stateOf(row)}`,
    detail: [...sale, batchName({ supplier, createdAt: row.batch_at })].join(" · "),
    orderId: row.order_id,
  };
}

const ORDER_STATES = {
  awaiting: "منتظر پرداخت",
  paid: "پرداخت‌شده",
  refunded: "بازپرداخت‌شده",
  cancelled: "انجام‌نشده",
};

function aboutOrder(row: statements.FoundOrderRow): Found {
  return {
    ...NOTHING,
    kind: "order",
    id: row.id,
    title: `سفارش ${toPersianDigits(row.number)}، ${ORDER_STATES[row.state]}`,
    detail: [nameOf(row), row.products, formatToman(row.total_toman)].join(" · "),
    orderId: row.id,
  };
}

function aboutTicket(row: statements.FoundTicketRow): Found {
  return {
    ...NOTHING,
    kind: "ticket",
    id: row.id,
    title: `تیکت ${toPersianDigits(row.number)}، «${row.title}»`,
    detail: [
      row.status === "Closed" ? "بسته" : "باز",
      nameOf(row),
      formatDate(row.updated_at),
    ].join(" · "),
    ticketId: row.id,
  };
}

const PAYMENT_STATES: Record<string, string> = {
  initiating: "آغازشده",
  pending: "در راه",
  failed: "ناموفق",
  expired: "مهلت‌گذشته",
  paid: "انجام‌شده",
  credited: "به کیف پول رفته",
  review: "در بررسی",
};

function aboutPayment(row: statements.FoundPaymentRow): Found {
  const of = row.number === null ? "افزایش کیف پول" : `سفارش ${toPersianDigits(row.number)}`;
  return {
    ...NOTHING,
    kind: "payment",
    id: row.id,
    title: `پرداخت ${formatToman(row.amount_toman)}، ${PAYMENT_STATES[row.state] ?? row.state}`,
    detail: [of, nameOf(row), formatDate(row.created_at)].join(" · "),
    orderId: row.order_id,
    personId: row.person_id,
  };
}

function aboutPayout(row: statements.FoundPayoutRow): Found {
  const name = row.kind === "withdrawal" ? "برداشت" : "بازپرداخت به کارت";
  return {
    ...NOTHING,
    kind: row.kind,
    id: row.id,
    title: `${name} ${formatToman(row.amount_toman)}`,
    detail: [nameOf(row), formatDate(row.created_at)].join(" · "),
    orderId: row.order_id,
    personId: row.person_id,
  };
}

function standingOf(row: statements.FoundPersonRow): string {
  if (row.is_frozen === 1) return "مسدود";
  return row.is_verified === 1 ? "هویت تأییدشده" : "هویت تأییدنشده";
}

function aboutPerson(row: statements.FoundPersonRow): Found {
  return {
    ...NOTHING,
    kind: "person",
    id: row.person_id,
    title: `${nameOf(row)}، ${standingOf(row)}`,
    detail: [phoneOf(row), `${toPersianDigits(row.orders_count)} سفارش`].join(" · "),
    personId: row.person_id,
  };
}

const CARD_STATES = { pending: "منتظر تأیید", verified: "تأییدشده", rejected: "ردشده" };

function aboutCard(row: statements.FoundCardRow, end: string): Found {
  const state = row.deleted_at === null ? CARD_STATES[row.status] : "برداشته‌شده";
  return {
    ...NOTHING,
    kind: "card",
    id: row.card_id,
    title: `کارت ${toPersianDigits(end)} ••••، ${state}`,
    detail: [nameOf(row), phoneOf(row), standingOf(row)].join(" · "),
    personId: row.person_id,
  };
}
