import { z } from "zod";
import { Authorization } from "./authorize.ts";
import { BankCardStatus } from "./bankcard.ts";
import { type DeskEndpoint, Note, Person, decided } from "./desk-endpoint.ts";
import { listKeys } from "./desk-key.ts";
import { adoptPayment, listStrayPayments } from "./desk-payment.ts";
import { endReview, listReviews } from "./desk-review.ts";
import { exportPerson, findPerson, forgetPerson, personRefusals, signPersonOut } from "./desk-person.ts";
import { DeliveryStatus } from "./order.ts";
import { Message, type Refusal, refusals } from "./endpoint.ts";
import { longText, text } from "./field.ts";
import { NextCursor, PageQuery } from "./page.ts";
import { Ticket, TicketStatus, TicketSummary, TICKET_TEXT_MAX, ticketRefusals } from "./ticket.ts";
import { Withdrawal } from "./withdrawal.ts";

/**
 * What operators decide, below /desk/v1. Whoever calls shows an operator's own bearer token; shoppers' sessions open nothing here.
 * Every decision is written down with the operator's name. Section 10.
 */

export const DESK_PATH = "/desk/v1";
/** An image is shown to an operator through an address that works for this long. */
export const IMAGE_LINK_SECONDS = 120;

export const deskRefusals = {
  unknownOperator: { code: "unknown_operator", status: 401, message: "نشان کارمند پذیرفته نشد." },
  decided,
  cardTaken: { code: "card_taken", status: 409, message: "این شماره کارت برای شخص دیگری تأیید شده است." },
  cardUnreadable: {
    code: "card_unreadable",
    status: 409,
    message: "شماره این کارت خوانده نمی‌شود و نمی‌توان آن را سنجید. این مورد را فقط می‌توان رد کرد.",
  },
  profileIncomplete: {
    code: "profile_incomplete",
    status: 409,
    message: "خریدار هنوز نام و نام خانوادگی خود را کامل نکرده است و این سفارش شاید لغو شود.",
  },
  notWaiting: { code: "not_waiting", status: 409, message: "این مورد در انتظار تحویل نیست." },
  wrongCodeCount: { code: "wrong_code_count", status: 422, message: "تعداد کدها با تعداد سفارش یکی نیست." },
  codeKnown: { code: "code_known", status: 409, message: "یکی از این کدها پیش‌تر ثبت شده است." },
  imageGone: { code: "image_gone", status: 404, message: "این تصویر وجود ندارد، یا مهلت نگهداری آن گذشته و پاک شده است." },
  refunded: { code: "refunded", status: 409, message: "این مورد پیش‌تر بازپرداخت شده است." },
} as const satisfies Record<string, Refusal>;

const Verdict = z.discriminatedUnion("status", [
  z.object({ status: z.literal("verified") }),
  z.object({ status: z.literal("rejected"), rejectionReason: Note }),
]);

const CardMasked = z.string().describe("Empty when the number cannot be read: then the card can only be rejected");

export const DeskBankCard = z.object({
  id: z.string(),
  person: Person,
  cardMasked: CardMasked,
  cardOwner: z.string(),
  cardBank: z.string(),
  uploadId: z.string().nullable(),
  status: BankCardStatus,
  createdAt: z.iso.datetime(),
});
export const listBankCards = {
  method: "GET",
  path: "/bankcards",
  summary: "Cards that wait for a decision, longest waiting first",
  query: PageQuery,
  answer: z.object({ bankCards: z.array(DeskBankCard), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const decideBankCard = {
  method: "PUT",
  path: "/bankcards/:id",
  summary: "Verify or reject a card",
  body: Verdict,
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.decided, deskRefusals.cardTaken, deskRefusals.cardUnreadable],
} as const satisfies DeskEndpoint;

export const DeskAuthorization = Authorization.extend({
  person: Person,
  cardMasked: CardMasked,
  cardOwner: z.string(),
  uploadId: z.string().nullable(),
});
export const listAuthorizations = {
  method: "GET",
  path: "/authorizes",
  summary: "Identity requests that wait for a decision, longest waiting first",
  query: PageQuery,
  answer: z.object({ authorizations: z.array(DeskAuthorization), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const decideAuthorization = {
  method: "PUT",
  path: "/authorizes/:id",
  summary: "Verify or reject an identity",
  body: Verdict,
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.decided, deskRefusals.cardTaken, deskRefusals.cardUnreadable],
} as const satisfies DeskEndpoint;

export const DeskWithdrawal = Withdrawal.extend({
  person: Person,
  cardNumber: z.string().describe("In full: the operator pays to it. Empty when it cannot be read: then nothing can be paid"),
  cardOwner: z.string(),
  cardBank: z.string(),
});
export type DeskWithdrawal = z.infer<typeof DeskWithdrawal>;
export const listWithdrawals = {
  method: "GET",
  path: "/withdrawals",
  summary: "Withdrawals that wait to be paid, longest waiting first",
  query: PageQuery,
  answer: z.object({ withdrawals: z.array(DeskWithdrawal), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const decideWithdrawal = {
  method: "PUT",
  path: "/withdrawals/:id",
  summary: "Say that a withdrawal was paid, with the bank's reference, or reject it: then the money is back in the wallet",
  body: z.discriminatedUnion("status", [
    z.object({ status: z.literal("paid"), reference: text(1, 100, "لطفاً شماره پیگیری بانک را وارد کنید.") }),
    z.object({ status: z.literal("rejected"), rejectionReason: Note }),
  ]),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.decided, deskRefusals.cardUnreadable],
} as const satisfies DeskEndpoint;

export const listDeskTickets = {
  method: "GET",
  path: "/tickets",
  summary: "Tickets of one status (Open when none is named), longest unchanged first",
  query: PageQuery.extend({ status: TicketStatus.default("Open") }),
  answer: z.object({ tickets: z.array(TicketSummary.extend({ person: Person })), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const getDeskTicket = {
  method: "GET",
  path: "/tickets/:id",
  summary: "One ticket with its messages",
  query: PageQuery,
  answer: z.object({ ticket: Ticket.extend({ person: Person }) }),
  refusals: [refusals.invalid, ticketRefusals.ticketNotFound],
} as const satisfies DeskEndpoint;
export const answerTicket = {
  method: "POST",
  path: "/tickets/:id/messages",
  summary: "Answer a ticket as the shop",
  body: z.object({ content: longText(1, TICKET_TEXT_MAX, "لطفاً پیام خود را وارد کنید.") }),
  answer: Message,
  refusals: [refusals.invalid, ticketRefusals.ticketNotFound, ticketRefusals.ticketClosed],
} as const satisfies DeskEndpoint;
export const moveTicket = {
  method: "PUT",
  path: "/tickets/:id/status",
  summary: "Take a ticket in hand, or close it",
  body: z.object({ status: z.enum(["In Progress", "Closed"]) }),
  answer: Message,
  refusals: [refusals.invalid, ticketRefusals.ticketNotFound, ticketRefusals.ticketClosed],
} as const satisfies DeskEndpoint;

export const DeskDelivery = z.object({
  orderItemId: z.string(),
  orderId: z.string(),
  person: Person,
  productName: z.string(),
  quantity: z.number().int(),
  deliveryStatus: DeliveryStatus,
  paidAt: z.iso.datetime(),
});
export type DeskDelivery = z.infer<typeof DeskDelivery>;
export const listDeliveries = {
  method: "GET",
  path: "/deliveries",
  summary: "Items of paid orders that wait for delivery by hand, longest waiting first",
  query: PageQuery,
  answer: z.object({ deliveries: z.array(DeskDelivery), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const beginDelivery = {
  method: "PUT",
  path: "/deliveries/:orderItemId",
  summary: "Begin with an item: from now on its buyer cannot cancel it",
  body: z.object({ status: z.literal("processing") }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.notWaiting, deskRefusals.profileIncomplete],
} as const satisfies DeskEndpoint;
export const deliver = {
  method: "POST",
  path: "/deliveries/:orderItemId/codes",
  summary: "Deliver an item: one code for each unit",
  body: z.object({ codes: z.array(text(1, 500)).min(1).max(10) }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.notWaiting,
    deskRefusals.profileIncomplete,
    deskRefusals.wrongCodeCount,
    deskRefusals.codeKnown,
  ],
} as const satisfies DeskEndpoint;
export const refundItem = {
  method: "POST",
  path: "/order-items/:orderItemId/refund",
  summary: "Cancel an item and give its price back the way it was paid",
  body: z.object({ reason: Note }),
  answer: Message.extend({ toWallet: z.number().int(), toCard: z.number().int() }),
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.refunded, personRefusals.forgotten],
} as const satisfies DeskEndpoint;

const getImageLink = {
  method: "GET",
  path: "/uploads/:uploadId/link",
  summary: "An address at which a shopper's image can be seen for two minutes; that it was asked for is written down",
  answer: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
  refusals: [deskRefusals.imageGone],
} as const satisfies DeskEndpoint;

const getDeskOpenApi = {
  method: "GET",
  path: "/openapi.json",
  summary: "These calls as an OpenAPI document",
  answer: z.looseObject({ openapi: z.string() }),
  refusals: [],
} as const satisfies DeskEndpoint;

/** Where that address lies, below DESK_PATH; `proof` says which image until when, and that the shop said so. */
export const DESK_IMAGE_PATH = "/images/:proof";

/** Every call of the desk but the image itself, whose address carries its own proof. */
export const deskEndpoints: readonly DeskEndpoint[] = [
  listBankCards,
  decideBankCard,
  listAuthorizations,
  decideAuthorization,
  listWithdrawals,
  decideWithdrawal,
  listDeskTickets,
  getDeskTicket,
  answerTicket,
  moveTicket,
  listDeliveries,
  beginDelivery,
  deliver,
  refundItem,
  getImageLink,
  listKeys,
  findPerson,
  signPersonOut,
  exportPerson,
  forgetPerson,
  listStrayPayments,
  adoptPayment,
  listReviews,
  endReview,
  getDeskOpenApi,
];
