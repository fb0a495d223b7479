import { isAtLeast } from "../../../contract/desk/endpoint.ts";
import type { DeskOrder, StoryCode, StoryItem } from "../../../contract/desk/order.ts";
import { readTogether, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import type { Operator } from "../../base/operator.ts";
import { openNumber } from "../../base/open-number.ts";
import { showPerson, showWholePerson } from "../../base/person.ts";
import { showOpening } from "../../buying/code/openings.ts";
import { promiseOf } from "../promise/promises.ts";
import { type AskedRefundRow, findAskedRefunds } from "../../buying/refund/open-proposal.ts";
import { gistOf } from "./gist.ts";
import { moneyOf } from "./money.ts";
import { overallStatus } from "../../buying/order/show-order.ts";
import * as events from "./event-statements.ts";
import * as statements from "./story-statements.ts";
import { tellStory } from "./story.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

/** Reads one order with its whole story; the phone is unmasked if the operator may see it. */
export async function readDeskOrder(
  shop: Shop,
  orderId: string,
  operator: Operator,
): Promise<DeskOrder> {
  const { db } = shop;
  const [
    [order],
    items,
    codes,
    [payment],
    transfers,
    refunds,
    readings,
    tickets,
    answers,
    lines,
    earnings,
    asked,
  ] = await readTogether(db, [
    statements.findStoryOrder(db, orderId),
    statements.findStoryItems(db, orderId),
    statements.findStoryCodes(db, orderId),
    statements.findStoryPayment(db, orderId),
    statements.findStoryTransfers(db, orderId),
    events.findStoryRefunds(db, orderId),
    events.findStoryReadings(db, orderId),
    events.findStoryTickets(db, orderId),
    events.findStoryAnswers(db, orderId),
    events.findStoryLines(db, orderId),
    events.findStoryEarnings(db, orderId),
    findAskedRefunds(db, orderId, shop.now()),
  ]);
  if (!order) throw new Error("An order that was found is gone");
  const messages = await readAll(events.findStoryMessages(db, order));
  const cardEnd = payment ? await endOfCard(shop, payment) : null;
  const facts = { order, items, codes, payment: payment ?? null, refunds, tickets };
  return {
    id: order.id,
    number: order.number,
    createdAt: toIso(order.created_at),
    state: order.state,
    deliveryStatus: overallStatus(items.map((item) => item.delivery_status).join(",")),
    paidAt: toIsoOrNull(order.paid_at),
    lookUntil: toIsoOrNull(order.look_due_at),
    promise: showPromise(order, items),
    heldUntil: order.state === "awaiting" ? toIsoOrNull(order.hold_expires_at) : null,
    gist: gistOf(facts, shop.now()),
    total: order.total_toman,
    fromCard: order.gateway_toman,
    fromWallet: order.wallet_toman,
    person: showBuyer(order, operator),
    items: items.map((item) => showItem(item, codes)),
    waiting: asked.map(showAsked),
    payment: payment ? showPayment(payment) : null,
    money: moneyOf({ order, codes, transfers, earnings, cardEnd }),
    tickets: tickets.map(showTicket),
    story: tellStory(
      { ...facts, transfers, readings, answers, lines, messages, cardEnd },
      shop.settings,
    ),
    notes: lines
      .filter(({ verdict }) => verdict === "noted")
      .map(({ created_at: at, operator, note }) => ({ at: toIso(at), operator, text: note })),
  };
}

function showBuyer(order: statements.StoryOrderRow, operator: Operator): DeskOrder["person"] {
  return {
    ...showWholePerson(order, operator),
    ...(!isAtLeast(operator.role, "support") && { phone: showPerson(order).phone }),
    ordersCount: order.orders_count,
    spent: order.spent_toman,
    since: toIso(order.joined_at),
    problemsCount: order.problems_count,
    isVerified: order.is_verified === 1,
    isFrozen: order.is_frozen === 1,
    isForgotten: order.forgotten_at !== null,
  };
}

/** Shows a refund that waits for a second person. */
function showAsked(row: AskedRefundRow): DeskOrder["waiting"][number] {
  return {
    itemId: row.order_item_id,
    codeIds: row.code_ids === null ? null : (JSON.parse(row.code_ids) as string[]),
    askedBy: row.asked_by,
    note: row.note,
    since: toIso(row.created_at),
    until: toIso(row.expires_at),
  };
}

function showPayment(payment: statements.StoryPaymentRow): DeskOrder["payment"] {
  const { id, state, authority, ref_id: refId } = payment;
  const isOpen = ["initiating", "pending", "failed", "expired"].includes(state);
  return { id, state, authority, refId, canCheck: authority !== null && isOpen };
}

function showTicket(ticket: events.StoryTicketRow): DeskOrder["tickets"][number] {
  return {
    id: ticket.id,
    number: ticket.number,
    title: ticket.title,
    isOpen: ticket.status !== "Closed",
    createdAt: toIso(ticket.created_at),
    itemId: ticket.order_item_id,
    codeIds: JSON.parse(ticket.code_ids) as string[],
  };
}

/**
 * Returns the promised time for the buyer: the time of the look if the order is held for one,
 * otherwise the time of the delivery that waits longest.
 */
function showPromise(
  { look_due_at: lookDueAt, paid_at: paidAt }: statements.StoryOrderRow,
  items: readonly statements.StoryItemRow[],
): DeskOrder["promise"] {
  const waiting = items.flatMap(({ waiting_since: since }) => since ?? []);
  if (lookDueAt === null && waiting.length === 0) return null;
  const { startsAt, dueAt } =
    lookDueAt === null
      ? promiseOf("delivery", Math.min(...waiting))
      : { startsAt: paidAt ?? lookDueAt, dueAt: lookDueAt };
  return { startsAt: toIso(startsAt), dueAt: toIso(dueAt) };
}

async function endOfCard(
  { vault }: Shop,
  { card_id: id, number_sealed: sealed }: statements.StoryPaymentRow,
): Promise<string | null> {
  if (sealed === "") return null;
  return (await openNumber(vault, "bank_card", { id, sealed }))?.slice(-4) ?? null;
}

function showItem(
  row: statements.StoryItemRow,
  codes: readonly statements.StoryCodeRow[],
): StoryItem {
  return {
    id: row.id,
    productId: row.product_id,
    productName: row.product_name,
    subcategoryUrlName: row.url_name,
    quantity: row.quantity,
    total: row.total_toman,
    isByHand: row.delivery_type === "manual",
    deliveryStatus: row.delivery_status,
    deliveredAt: toIsoOrNull(row.delivered_at),
    waitingSince: toIsoOrNull(row.waiting_since),
    answers: row.answers,
    unitsLeft: row.units_left,
    codes: codes.filter((code) => code.order_item_id === row.id).map(showCode),
  };
}

function showCode(row: statements.StoryCodeRow): StoryCode {
  return {
    ...showOpening(row),
    lastFour: row.last_four,
    state: stateOf(row),
    ticketId: row.ticket_id,
    batchId: row.batch_id,
  };
}

function stateOf(row: statements.StoryCodeRow): StoryCode["state"] {
  if (row.withdrawn_at !== null) return "replaced";
  if (row.is_refunded === 1) return "refunded";
  if (row.ticket_id !== null) return "reported";
  if (row.gift_state !== null) return "given";
  if (row.used_at !== null) return "used";
  return row.read_at === null ? "unread" : "read";
}
