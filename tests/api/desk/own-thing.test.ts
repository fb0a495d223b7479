import { expect, test } from "vitest";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import { makeDiscountCode } from "../../../contract/desk/discount-code.ts";
import { decideEarning } from "../../../contract/desk/earning.ts";
import { freeze, releaseFreeze, revokeIdentity } from "../../../contract/desk/freeze.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { decideLook } from "../../../contract/desk/look.ts";
import { decideNameRequest } from "../../../contract/desk/name-request.ts";
import { adoptPayment, checkPayment } from "../../../contract/desk/payment.ts";
import { makePayout } from "../../../contract/desk/payout.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { answerTicket } from "../../../contract/desk/ticket.ts";
import { getDeskOrder } from "../../../contract/desk/order.ts";
import { getQueuePane } from "../../../contract/desk/queue.ts";
import { forgetPerson, getPerson, signPersonOut } from "../../../contract/desk/user.ts";
import { decideWithdrawal, holdWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { type TestOperator, newOperator } from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";
import { waitingKinds } from "../../support/waiting-kinds.ts";
import { waitingThings } from "../../support/waiting-things.ts";

/** An operator whose phone is a shopper's decides nothing about that shopper. Section 10.12. */

const shop = useShop();
const things = waitingThings(shop);
const kinds = waitingKinds(shop);

type Ask = (by: TestOperator) => Promise<{ status: number; body: object }>;

/** Makes a row of a shopper, such as a ticket; returns the shopper and the call that decides it. */
type Case = () => Promise<{ userId: string; ask: Ask }>;

const ownerOf = async (table: string, id: string, column = "user_id") =>
  (
    await shop.sql<{ user_id: string }>(
      `SELECT ${column} AS user_id FROM ${table} WHERE id = ?1`,
      id,
    )
  )[0]?.user_id ?? "";

const buyerOf = async (itemId: string) =>
  (
    await shop.sql<{ user_id: string }>(
      `SELECT o.user_id FROM order_item i JOIN orders o ON o.id = i.order_id WHERE i.id = ?1`,
      itemId,
    )
  )[0]?.user_id ?? "";

const reason = "دلیل آن نوشته شد";

const CASES: Record<string, Case> = {
  "rejects an identity": async () => {
    const id = await things.request();
    const body = { status: "rejected", rejectionReason: reason } as const;
    return {
      userId: await ownerOf("identity_request", id),
      ask: (by) => by.ask(decideIdentityRequest, { params: { id }, body }),
    };
  },
  "decides about a card": async () => {
    const id = await things.pendingCard();
    const body = { status: "rejected", rejectionReason: reason } as const;
    return {
      userId: await ownerOf("bank_card", id),
      ask: (by) => by.ask(decideBankCard, { params: { id }, body }),
    };
  },
  "decides about a name": async () => {
    const id = await kinds.name_request();
    return {
      userId: await ownerOf("name_request", id),
      ask: (by) =>
        by.ask(decideNameRequest, { params: { id }, body: { status: "verified", reason } }),
    };
  },
  "takes a withdrawal in hand": async () => {
    const id = await things.withdrawal();
    return {
      userId: await ownerOf("withdrawal", id),
      ask: (by) => by.ask(holdWithdrawal, { params: { id }, body: { inHand: true } }),
    };
  },
  "rejects a withdrawal": async () => {
    const id = await things.withdrawal();
    const body = { status: "rejected", rejectionReason: reason } as const;
    return {
      userId: await ownerOf("withdrawal", id),
      ask: (by) => by.ask(decideWithdrawal, { params: { id }, body }),
    };
  },
  "puts a withdrawal into a bank file": async () => {
    const id = await things.withdrawal();
    return {
      userId: await ownerOf("withdrawal", id),
      ask: (by) => by.ask(makePayout, { body: { withdrawalIds: [id], format: "card_list" } }),
    };
  },
  "answers a ticket": async () => {
    const id = await things.ticket();
    return {
      userId: await ownerOf("ticket", id),
      ask: (by) => by.ask(answerTicket, { params: { id }, body: { content: "پاسخ" } }),
    };
  },
  "refunds an item": async () => {
    const { id: orderItemId } = await things.item("manual");
    return {
      userId: await buyerOf(orderItemId),
      ask: (by) => by.ask(refundItem, { params: { orderItemId }, body: { reason } }),
    };
  },
  "reads a code": async () => {
    const item = await things.item("instant");
    return {
      userId: await buyerOf(item.id),
      ask: (by) =>
        by.ask(revealCode, { params: { codeId: item.code }, body: { why: "ticket" } as never }),
    };
  },
  "replaces a code": async () => {
    const item = await things.item("instant");
    return {
      userId: await buyerOf(item.id),
      ask: (by) => by.ask(replaceCode, { params: { codeId: item.code }, body: { reason } }),
    };
  },
  "releases a held order": async () => {
    const id = await kinds.look();
    return {
      userId: await ownerOf("orders", id),
      ask: (by) =>
        by.ask(decideLook, { params: { orderId: id }, body: { status: "released", reason } }),
    };
  },
  "releases held income": async () => {
    const id = await things.heldIncome();
    return {
      userId: await ownerOf("earning", id),
      ask: (by) => by.ask(decideEarning, { params: { id }, body: { status: "released", reason } }),
    };
  },
  "checks a payment": async () => {
    const id = await things.openPayment();
    return {
      userId: await ownerOf("payment", id),
      ask: (by) => by.ask(checkPayment, { params: { id } }),
    };
  },
  "adopts a payment": async () => {
    const { authority, amount, personId } = await things.stray();
    return {
      userId: personId,
      ask: (by) => by.ask(adoptPayment, { body: { authority, amount, personId } }),
    };
  },
  "lifts a freeze": async () => {
    const { id: userId } = await shop.newShopper();
    const body = { kind: "person", id: userId, reason } as never;
    const { freezeId = "" } = (await shop.desk(freeze, { body })).body as { freezeId?: string };
    return {
      userId,
      ask: (by) => by.ask(releaseFreeze, { params: { id: freezeId }, body: { reason } }),
    };
  },
  "takes a verification back": async () => {
    const id = await things.request();
    const userId = await ownerOf("identity_request", id);
    await shop.sql("UPDATE identity_request SET status = 'verified' WHERE id = ?1", id);
    return { userId, ask: (by) => by.ask(revokeIdentity, { params: { id }, body: { reason } }) };
  },
  "makes a discount code": async () => {
    const { id: userId, phone } = await shop.newShopper();
    const terms = { type: "percentage", value: 10, maxDiscount: null, minPurchase: null } as const;
    const body = { ...terms, code: "FOR-ME", usesMax: null, until: null, phone: `0${phone}` };
    return { userId, ask: (by) => by.ask(makeDiscountCode, { body }) };
  },
  "asks to forget a person": async () => {
    const { id } = await shop.newShopper();
    return { userId: id, ask: (by) => by.ask(forgetPerson, { params: { id }, body: { reason } }) };
  },
  "signs a person out": async () => {
    const { id } = await shop.newShopper();
    return { userId: id, ask: (by) => by.ask(signPersonOut, { params: { id } } as never) };
  },
};

test.each(Object.entries(CASES))(
  "an operator whose phone is the shopper's never %s",
  async (_, make) => {
    const { userId, ask } = await make();
    const [user] = await shop.sql<{ phone: string }>(
      "SELECT phone FROM user WHERE id = ?1",
      userId,
    );
    const themselves = await newOperator(shop, { phone: user?.phone ?? "" });
    const answer = await ask(themselves);
    expect([answer.status, answer.body]).toMatchObject([403, { code: "own_thing" }]);
  },
);

test("the desk marks an operator's own thing when it is opened, before a decision is sent", async () => {
  const opened = [
    { kind: "identity", id: await things.request(), table: "identity_request" },
    { kind: "bank_card", id: await things.pendingCard(), table: "bank_card" },
    { kind: "name_request", id: await kinds.name_request(), table: "name_request" },
    { kind: "withdrawal", id: await things.withdrawal(), table: "withdrawal" },
    { kind: "ticket", id: await things.ticket(), table: "ticket" },
    { kind: "look", id: await kinds.look(), table: "orders" },
    { kind: "earning", id: await things.heldIncome(), table: "earning" },
  ] as const;
  const other = await newOperator(shop);
  const isOwn = async (by: TestOperator, { kind, id }: (typeof opened)[number]) =>
    (await by.ask(getQueuePane, { params: { kind, id } })).body.pane.isOwn;
  const phoneOf = async (userId: string) =>
    (await shop.sql<{ phone: string }>("SELECT phone FROM user WHERE id = ?1", userId))[0]?.phone;
  const said: unknown[] = [];
  for (const thing of opened) {
    const phone = (await phoneOf(await ownerOf(thing.table, thing.id))) ?? "";
    const themselves = await newOperator(shop, { phone });
    said.push([thing.kind, await isOwn(themselves, thing), await isOwn(other, thing)]);
  }
  expect(said).toEqual(opened.map(({ kind }) => [kind, true, false]));

  // The screens of an order, a person and a ticket say so too.
  const { id: itemId } = await things.item("manual");
  const userId = await buyerOf(itemId);
  const buyer = await newOperator(shop, { phone: (await phoneOf(userId)) ?? "" });
  const orderId = await ownerOf("order_item", itemId, "order_id");
  const screens = (by: TestOperator) =>
    Promise.all([
      by.ask(getDeskOrder, { params: { id: orderId } }).then(({ body }) => body.order.person.isOwn),
      by.ask(getPerson, { params: { id: userId } }).then(({ body }) => body.person.isOwn),
    ]);
  expect([await screens(buyer), await screens(other)]).toEqual([
    [true, true],
    [false, false],
  ]);
});
