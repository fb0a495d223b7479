import { atom } from "nanostores";
import type { getConsequences } from "../../../contract/desk/consequences.ts";
import type { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import type { deliver, readAnswers } from "../../../contract/desk/delivery.ts";
import type { decideLook } from "../../../contract/desk/look.ts";
import type {
  exportOrders,
  getDeskOrder,
  listOrders,
  noteOnOrder,
} from "../../../contract/desk/order.ts";
import type { checkPayment } from "../../../contract/desk/payment.ts";
import type { refundItem } from "../../../contract/desk/refund.ts";
import type { answerTicket } from "../../../contract/desk/ticket.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import type { Outcome } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import type { Messages } from "../messages.ts";
import { type ManualCodeAnswer, isDoubtful } from "./brought.ts";
import { callDesk } from "./call.ts";

/** Orders at the desk: the list of all, and the one that is open. */

export type OrderRow = AnswerOf<typeof listOrders>["orders"][number];
export type Order = AnswerOf<typeof getDeskOrder>["order"];
export type Item = Order["items"][number];
export type Code = Item["codes"][number];
export type Consequences = AnswerOf<typeof getConsequences>["consequences"];

/** The names of the filters in the URL of the list. */
export const FILTERS = [
  "state",
  "delivery",
  "paidBy",
  "day",
  "from",
  "to",
  "product",
  "person",
] as const;
export type Filter = Partial<Record<(typeof FILTERS)[number], string>>;

export interface OrderList {
  rows: readonly OrderRow[];
  /** The position of the next page; null when all rows are loaded. */
  nextCursor: string | null;
  isLoadingMore: boolean;
  /** Why the next page could not be loaded, or empty. */
  problem: string;
}

export const $orders = atom<Loaded<OrderList>>({ state: "loading" });

let requested = 0;

/** Loads the first page; a later call wins over an earlier one. */
export async function loadOrders(filter: Filter): Promise<void> {
  const call = ++requested;
  $orders.set({ state: "loading" });
  const outcome = await readPage(filter);
  if (call !== requested) return;
  $orders.set(
    outcome.ok
      ? {
          state: "ready",
          value: {
            rows: outcome.value.orders,
            nextCursor: outcome.value.nextCursor,
            isLoadingMore: false,
            problem: "",
          },
        }
      : { state: "failed", message: outcome.message },
  );
}

export async function loadMoreOrders(filter: Filter): Promise<void> {
  const shown = $orders.get();
  if (shown.state !== "ready" || shown.value.nextCursor === null) return;
  const call = requested;
  const { value } = shown;
  $orders.set({ state: "ready", value: { ...value, isLoadingMore: true, problem: "" } });
  const outcome = await readPage(filter, shown.value.nextCursor);
  if (call !== requested) return;
  $orders.set({
    state: "ready",
    value: outcome.ok
      ? {
          rows: [...value.rows, ...outcome.value.orders],
          nextCursor: outcome.value.nextCursor,
          isLoadingMore: false,
          problem: "",
        }
      : { ...value, isLoadingMore: false, problem: outcome.message },
  });
}

const readPage = (filter: Filter, cursor?: string) =>
  callDesk<typeof listOrders>("GET", "/orders", {
    query: { ...(filter as object), ...(cursor !== undefined && { cursor }) },
    needs: ["orders"],
  });

/**
 * Requests a table of the orders with these ids; without ids, of all orders that match the filter.
 */
export const fetchTable = (filter: Filter, ids: readonly string[]) =>
  callDesk<typeof exportOrders>("POST", "/orders/export", {
    body: ids.length > 0 ? { ids: [...ids] } : (filter as object),
    needs: ["text"],
    // A long time, because five thousand orders are read in twenty calls to the database.
    waitMs: 90_000,
  });

export const $order = atom<Loaded<Order>>({ state: "loading" });

/** Increases each time an order was loaded. */
export const $orderVersion = atom(0);

/** Loads an order. The one on the screen stays until the answer has arrived. */
export async function loadOrder(id: string): Promise<void> {
  const outcome = await callDesk<typeof getDeskOrder>("GET", "/orders/:id", {
    params: { id },
    needs: ["order"],
  });
  $orderVersion.set($orderVersion.get() + 1);
  if (outcome.ok) $order.set({ state: "ready", value: outcome.value.order });
  else if ($order.get().state !== "ready")
    $order.set({
      state: "failed",
      message: outcome.status === 404 ? "چنین سفارشی نیست." : outcome.message,
    });
}

/**
 * Loads the consequences of a decision about an item, or about some of its codes (ids joined by
 * commas).
 */
export const weigh = (
  orderItemId: string,
  codes: string,
): Promise<Outcome<AnswerOf<typeof getConsequences>>> =>
  callDesk<typeof getConsequences>("GET", "/order-items/:orderItemId/consequences", {
    params: { orderItemId },
    query: codes === "" ? {} : { codes },
    needs: ["consequences"],
  });

/**
 * Reloads the order, and returns the messages of a refusal: a message for each field, or a single
 * message, which can name the operator who decided first.
 */
async function done(orderId: string, outcome: Outcome<unknown>): Promise<Messages> {
  // Loads after a refusal too, because somebody else may have decided.
  await loadOrder(orderId);
  if (outcome.ok) return {};
  if (Object.keys(outcome.fields).length > 0) return outcome.fields;
  return { "": [outcome.message, outcome.details].filter((part) => part !== "").join(" ") };
}

export const writeNote = async (orderId: string, note: string): Promise<Messages> =>
  done(
    orderId,
    await callDesk<typeof noteOnOrder>("POST", "/orders/:id/notes", {
      params: { id: orderId },
      body: { note },
    }),
  );

export async function replace(
  orderId: string,
  codeId: string,
  body: { reason: string; code?: string; isSure?: boolean },
): Promise<ManualCodeAnswer> {
  const outcome = await callDesk<typeof replaceCode>("POST", "/codes/:codeId/replacement", {
    params: { codeId },
    body,
  });
  return { problem: await done(orderId, outcome), isDoubtful: isDoubtful(outcome) };
}

/**
 * Refunds codes of an item, or everything that is left of it. Opened codes need a second person.
 */
export async function refund(
  orderId: string,
  orderItemId: string,
  body: { reason: string; codeIds?: string[]; opened: boolean },
): Promise<{ problem: Messages; isAsked: boolean }> {
  const outcome = await callDesk<typeof refundItem>("POST", "/order-items/:orderItemId/refund", {
    params: { orderItemId },
    body,
  });
  const isAsked = outcome.ok && outcome.value.proposalId !== null;
  return { problem: await done(orderId, outcome), isAsked };
}

export async function deliverCodes(
  orderId: string,
  orderItemId: string,
  codes: string[],
  isSure: boolean,
): Promise<ManualCodeAnswer> {
  const outcome = await callDesk<typeof deliver>("POST", "/deliveries/:orderItemId/codes", {
    params: { orderItemId },
    body: { codes, isSure },
  });
  return { problem: await done(orderId, outcome), isDoubtful: isDoubtful(outcome) };
}

export const answer = async (
  orderId: string,
  ticketId: string,
  content: string,
): Promise<Messages> =>
  done(
    orderId,
    await callDesk<typeof answerTicket>("POST", "/tickets/:id/messages", {
      params: { id: ticketId },
      body: { content },
    }),
  );

export const endLook = async (
  orderId: string,
  body: { status: "released" | "refunded"; reason: string },
): Promise<Messages> =>
  done(
    orderId,
    await callDesk<typeof decideLook>("PUT", "/looks/:orderId", { params: { orderId }, body }),
  );

/** Asks the gateway about a payment now. The outcome's message tells its answer. */
export async function askGateway(
  orderId: string,
  paymentId: string,
): Promise<Outcome<AnswerOf<typeof checkPayment>>> {
  const outcome = await callDesk<typeof checkPayment>("POST", "/payments/:id/check", {
    params: { id: paymentId },
  });
  await loadOrder(orderId);
  return outcome;
}

/** Loads the buyer's answers for an item. The shop writes this into the log first. */
export const readItemAnswers = (
  orderItemId: string,
): Promise<Outcome<AnswerOf<typeof readAnswers>>> =>
  callDesk<typeof readAnswers>("POST", "/order-items/:orderItemId/answers", {
    params: { orderItemId },
    needs: ["answers"],
  });

/** Loads the text of a code. It is not stored on the page. */
export const reveal = (
  codeId: string,
  body: { why: "ticket" | "supplier" | "test"; note: string },
): Promise<Outcome<AnswerOf<typeof revealCode>>> =>
  callDesk<typeof revealCode>("POST", "/codes/:codeId/reveal", {
    params: { codeId },
    body,
    needs: ["code"],
  });
