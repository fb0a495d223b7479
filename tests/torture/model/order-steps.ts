import { beginDelivery, deliver as deliverCall } from "../../../contract/desk/delivery.ts";
import { decideLook as decideLookCall } from "../../../contract/desk/look.ts";
import { PROPOSAL_DAYS, decideProposal } from "../../../contract/desk/proposal.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { answerTicket, moveTicket as moveTicketCall } from "../../../contract/desk/ticket.ts";
import {
  cancelOrder as cancelOrderCall,
  getOrder,
  getOrderItemContent,
  markCode,
} from "../../../contract/order.ts";
import { createRating } from "../../../contract/rating.ts";
import { closeTicket, createTicket, replyToTicket } from "../../../contract/ticket.ts";
import { frozenMs, isFrozen } from "./frozen.ts";
import { isLeft, refund } from "./money.ts";
import { deliver, releaseLook } from "./rules.ts";
import {
  type Step,
  type Turn,
  call,
  chance,
  desk,
  done,
  pickFitting,
  refusal,
  seenItems,
  seenOrders,
} from "./step.ts";
import type { Item, Order, Ticket, World } from "./things.ts";
import { SECOND_OPERATOR } from "./world.ts";
import { DAY } from "../../support/time.ts";

/** Steps after a purchase: codes, problems, ratings, deliveries and refunds. */

const TEXT = "این متن به اندازه کافی بلند است.";

const overall = (order: Order) => {
  const statuses = order.items.map(({ status }) => status);
  return (["pending", "processing", "delivered", "cancelled"] as const).find((status) =>
    statuses.includes(status),
  );
};

/** True within the problem window: a day, not counting time in which the buyer was frozen. */
const isInTime = ({ order }: Item, deliveredAt: number, now: number) =>
  now - deliveredAt - frozenMs(order.owner, deliveredAt, now) < DAY;

function hasOpenTicket(world: World, item: Item): boolean {
  return world.tickets.some((ticket) => ticket.item === item && ticket.status !== "Closed");
}

function showOrder(world: World, order: Order) {
  const { owner } = order;
  return {
    id: order.id,
    totalAmount: order.total,
    walletAmount: order.wallet,
    paymentMethod: order.gateway === 0 ? "Wallet" : "Gateway",
    paidStatus: order.state === "refunded" ? "Refunded" : "Paid",
    deliveryStatus: overall(order),
    shouldShow: owner.hasNames,
    canCancel: order.state === "paid" && order.items.some(({ status }) => status === "pending"),
    OrderItems: order.items.map((item) => ({
      id: item.id,
      quantity: item.quantity,
      total: item.total,
      deliveryStatus: item.status,
      isComing: false,
      canReportProblem:
        item.deliveredAt !== null &&
        isInTime(item, item.deliveredAt, world.now) &&
        !hasOpenTicket(world, item),
      Refund: item.refund && {
        toWallet: item.refund.wallet,
        toCard: item.refund.gateway,
        withheld: Math.max(0, item.refund.withheld),
        isSettled: item.refund.state === "done",
      },
    })),
  };
}

export function readOrder(turn: Turn): Step | null {
  const { world, random, person } = turn;
  const order = pickFitting(random, world.orders, ({ owner }) => owner === person);
  if (!order) return null;
  return call(turn, getOrder, {
    params: { orderId: order.id },
    expect: () =>
      order.owner === person && (order.state === "paid" || order.state === "refunded")
        ? done({ order: showOrder(world, order) })
        : refusal(404, "order_not_found"),
  });
}

export function cancelOrder(turn: Turn): Step | null {
  const { world, random } = turn;
  const order = pickFitting(
    random,
    world.orders,
    ({ items, state }) => state === "paid" && items.some(({ status }) => status === "pending"),
  );
  if (!order) return null;
  const person = chance(random, 0.95) ? order.owner : turn.person;
  return call({ ...turn, person }, cancelOrderCall, {
    params: { orderId: order.id },
    body: {},
    expect: () => {
      if (person !== order.owner || !seenOrders(world).includes(order))
        return refusal(404, "order_not_found");
      const meant = order.items.filter(
        ({ product, status }) => product.type === "manual" && status === "pending",
      );
      if (order.state !== "paid" || meant.length === 0) return refusal(409, "nothing_to_cancel");
      refund(world, order, meant, true);
      return done({ order: showOrder(world, order) });
    },
  });
}

export function readContent(turn: Turn): Step | null {
  const { world, random, person } = turn;
  const item = pickFitting(
    random,
    seenItems(world),
    ({ status, order }) => status === "delivered" && order.owner === person,
  );
  if (!item) return null;
  const { order } = item;
  return call(turn, getOrderItemContent, {
    params: { orderId: order.id, orderItemId: item.id },
    expect: () => {
      if (isFrozen(person)) return refusal(403, "account_frozen");
      if (order.owner !== person || order.state !== "paid") return refusal(404, "order_not_found");
      if (item.status !== "delivered") return refusal(409, "not_delivered");
      if (!person.hasNames) return refusal(403, "profile_incomplete");
      item.isRead = true;
      return { status: 200, length: item.quantity };
    },
  });
}

/** Marks a code as working, or removes the mark. */
export function mark(turn: Turn): Step | null {
  const { world, random } = turn;
  const item = pickFitting(
    random,
    seenItems(world).filter(({ product }) => product.codes.some((code) => code.item?.id)),
    ({ isRead }) => isRead,
  );
  const code = item?.product.codes.find((one) => one.item === item);
  if (!item || !code) return null;
  const person = chance(random, 0.9) ? item.order.owner : turn.person;
  return call({ ...turn, person }, markCode, {
    params: { orderId: item.order.id, orderItemId: item.id, codeId: code.id },
    body: { isUsed: chance(random, 0.7) },
    expect: () => {
      if (item.order.owner !== person || item.order.state !== "paid" || item.status !== "delivered")
        return refusal(404, "code_not_found");
      if (!item.isRead) return refusal(409, "code_unread");
      return done({ code: { id: code.id } });
    },
  });
}

export function rate(turn: Turn): Step | null {
  const { world, random, person } = turn;
  const item = pickFitting(
    random,
    seenItems(world),
    ({ status, order }) => status === "delivered" && order.owner === person,
  );
  if (!item) return null;
  return call(turn, createRating, {
    body: { orderItemId: item.id, stars: 1 + random.below(5), comment: TEXT },
    expect: () => {
      if (item.order.owner !== person) return refusal(404, "order_item_not_found");
      if (item.status !== "delivered") return refusal(409, "not_delivered");
      if (item.isRated) return refusal(409, "already_rated");
      item.isRated = true;
      return done();
    },
  });
}

export function openTicket(turn: Turn): Step {
  const { world, random, person } = turn;
  const item = chance(random, 0.7)
    ? (pickFitting(random, seenItems(world), ({ order }) => order.owner === person) ?? null)
    : null;
  let opened: Ticket | null = null;
  return call(turn, createTicket, {
    body: { title: "مشکل", description: TEXT, ...(item && { orderItemId: item.id }) },
    expect: () => {
      if (item) {
        if (item.order.owner !== person || item.order.state !== "paid")
          return refusal(404, "order_item_not_found");
        if (item.deliveredAt === null) return refusal(409, "not_delivered");
        if (!isInTime(item, item.deliveredAt, world.now)) return refusal(409, "problem_too_late");
        if (hasOpenTicket(world, item)) return refusal(409, "problem_open");
      }
      opened = { id: "", owner: person, item, status: "Open" };
      world.tickets.push(opened);
      return done({ ticket: { status: "Open" } });
    },
    learn: (answer) => {
      if (opened) opened.id = answer.ticket.id;
    },
  });
}

/** The owner or the operator writes into a ticket, moves it or closes it. */
export function moveTicket(turn: Turn): Step | null {
  const { world, random } = turn;
  const ticket = pickFitting(random, world.tickets, ({ status }) => status !== "Closed");
  if (!ticket) return null;
  const person = chance(random, 0.9) ? ticket.owner : turn.person;
  const to = (status: Ticket["status"], isOwn: boolean) => () => {
    if (!isOwn) return refusal(404, "ticket_not_found");
    if (ticket.status === "Closed") return refusal(409, "ticket_closed");
    ticket.status = status;
    return done();
  };
  const isOwn = person === ticket.owner;
  return random.pick([
    () =>
      call({ ...turn, person }, replyToTicket, {
        params: { id: ticket.id },
        body: { content: TEXT },
        expect: to("User Responded", isOwn),
      }),
    () =>
      call({ ...turn, person }, closeTicket, {
        params: { id: ticket.id },
        expect: to("Closed", isOwn),
      }),
    () =>
      desk(answerTicket, {
        params: { id: ticket.id },
        body: { content: TEXT },
        expect: to("Owner Responded", true),
      }),
    () =>
      desk(moveTicketCall, {
        params: { id: ticket.id },
        body: { status: "In Progress" },
        expect: to("In Progress", true),
      }),
  ])();
}

let codesMade = 0;

/** The operator begins with an item or delivers it. */
export function handle({ world, random }: Turn): Step | null {
  const item = pickFitting(
    random,
    seenItems(world),
    ({ product, status }) =>
      product.type === "manual" && ["pending", "processing"].includes(status),
  );
  if (!item) return null;
  const isWaiting = () =>
    item.product.type === "manual" &&
    item.order.lookDueAt === null &&
    (item.status === "pending" || item.status === "processing");
  const hasToWait = () => item.order.profileDueAt !== null;
  if (chance(random, 0.3)) {
    return desk(beginDelivery, {
      params: { orderItemId: item.id },
      body: { status: "processing" },
      expect: () => {
        if (hasToWait()) return refusal(409, "profile_incomplete");
        if (!isWaiting() || item.status !== "pending") return refusal(409, "not_waiting");
        item.status = "processing";
        return done();
      },
    });
  }
  const count = chance(random, 0.9) ? item.quantity : (item.quantity % 10) + 1;
  return desk(deliverCall, {
    params: { orderItemId: item.id },
    body: { codes: Array.from({ length: count }, () => `BY-HAND-${String(++codesMade)}`) },
    expect: () => {
      if (!isWaiting()) return refusal(409, "not_waiting");
      if (hasToWait()) return refusal(409, "profile_incomplete");
      if (count !== item.quantity) return refusal(422, "wrong_code_count");
      if (isFrozen(item.order.owner)) return refusal(409, "frozen");
      deliver(world, item, item.product.unitCost);
      return done();
    },
  });
}

/** The operator decides about an order that is held for a look. */
export function decideLook({ world, random }: Turn): Step | null {
  const held = world.orders.filter(({ lookDueAt }) => lookDueAt !== null);
  const order = pickFitting(random, held, ({ lookDueAt }) => (lookDueAt ?? 0) > world.now);
  if (!order) return null;
  const status = chance(random, 0.6) ? "released" : "refunded";
  return desk(decideLookCall, {
    params: { orderId: order.id },
    body: { status, reason: "به صاحب کارت زنگ زدیم" },
    expect: () => {
      if (order.lookDueAt === null) return refusal(409, "decided");
      if (order.lookDueAt <= world.now) return refusal(409, "overdue");
      if (status === "released" && isFrozen(order.owner)) return refusal(409, "frozen");
      if (status === "released") releaseLook(world, order);
      else refund(world, order, order.items.filter(isLeft));
      return done();
    },
  });
}

export function giveBack({ world, random }: Turn): Step | null {
  const item = pickFitting(
    random,
    world.orders.flatMap(({ items }) => items),
    (one) => seenOrders(world).includes(one.order) && isLeft(one),
  );
  if (!item) return null;
  let asked: Item["proposals"][number] | null = null;
  return desk(refundItem, {
    params: { orderItemId: item.id },
    body: { opened: true, reason: "کد کار نکرد" },
    expect: () => {
      if (!seenOrders(world).includes(item.order)) return refusal(404, "not_found");
      if (!isLeft(item)) return refusal(409, "refunded");
      if (item.isRead) {
        if (item.proposals.some(waits(world))) return refusal(409, "already_proposed");
        asked = { id: "", expiresAt: world.now + PROPOSAL_DAYS * DAY, state: "open" };
        item.proposals.push(asked);
        return done({ toWallet: null, toCard: null });
      }
      refund(world, item.order, [item]);
      return done({ toWallet: item.refund?.wallet, toCard: item.refund?.gateway });
    },
    learn: ({ proposalId }) => {
      if (asked) asked.id = String(proposalId);
    },
  });
}

const waits =
  (world: World) =>
  ({ state, expiresAt }: Item["proposals"][number]) =>
    state === "open" && expiresAt > world.now;

/** A second operator, or the one who asked, decides about a refund of opened codes. */
export function decideRefund({ world, random }: Turn): Step | null {
  const item = pickFitting(
    random,
    world.orders.flatMap(({ items }) => items).filter(({ proposals }) => proposals.length > 0),
    ({ proposals }) => proposals.some(waits(world)),
  );
  const proposal = item?.proposals.at(-1);
  if (!item || !proposal) return null;
  const isSecond = chance(random, 0.8);
  const status = chance(random, 0.8) ? "confirmed" : "dropped";
  return desk(
    decideProposal,
    {
      params: { id: proposal.id },
      body: { status },
      expect: () => {
        if (!waits(world)(proposal)) return refusal(409, "decided");
        if (status === "confirmed") {
          if (!isSecond) return refusal(409, "own_proposal");
          if (!isLeft(item)) return refusal(409, "refunded");
          refund(world, item.order, [item]);
        }
        proposal.state = status;
        return done();
      },
    },
    isSecond ? SECOND_OPERATOR : undefined,
  );
}
