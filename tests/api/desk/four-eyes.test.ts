import { expect, test } from "vitest";
import { decideBankCard, getDeskBankCard } from "../../../contract/desk/bank-card.ts";
import { replaceCode } from "../../../contract/desk/code.ts";
import { getConsequences } from "../../../contract/desk/consequences.ts";
import { listDecisions } from "../../../contract/desk/decision.ts";
import { deleteBankCard } from "../../../contract/bank-card.ts";
import {
  freeze,
  releaseFreeze,
  revokeBankCard,
  revokeIdentity,
} from "../../../contract/desk/freeze.ts";
import { decideIdentityRequest, getDeskIdentityRequest } from "../../../contract/desk/identity.ts";
import { changeRole, endOperator } from "../../../contract/desk/operator.ts";
import { getDeskOrder } from "../../../contract/desk/order.ts";
import { decideProposal, hearProposal } from "../../../contract/desk/proposal.ts";
import { getQueuePane, listQueue } from "../../../contract/desk/queue.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { forgetPerson, getPerson } from "../../../contract/desk/user.ts";
import { decideWithdrawal, holdWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { getOrderItemContent } from "../../../contract/order.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { runDesk } from "../../support/desk-command.ts";
import { type TestOperator, newOperator } from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";
import { withCheckDigit } from "../../support/people.ts";
import { newReference } from "../../support/withdrawal.ts";
import { papers } from "../../torture/guards/papers.ts";

/** Decisions that one operator asks for and another one confirms. Section 10.12. */

const shop = useShop({ audit: true });

const LIMIT_TOMAN = 20_000_000;
const finance = () => newOperator(shop, { role: "finance" });
const confirm = (by: TestOperator, id: string | null) =>
  by.ask(decideProposal, { params: { id: id ?? "" }, body: { status: "confirmed" } });
const drop = (by: TestOperator, id: string | null) =>
  by.ask(decideProposal, { params: { id: id ?? "" }, body: { status: "dropped" } });
const refusal = (code: string) => ({ status: 409, body: { code } });

/** Records in the log which operator verified a person's card or identity. */
const verifiedBy = (by: TestOperator, subject: "bank_card" | "identity_request", of: string) =>
  shop.sql(
    `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, created_at)
     SELECT 'by-' || ?1 || '-' || id, ?1, ?2, id, 'verified', 1 FROM ${subject} WHERE user_id = ?3`,
    by.name,
    subject,
    of,
  );

async function withdrawal(amount: number, times = 1) {
  const shopper = await shop.newShopper({ balanceToman: amount * times });
  const ask = async () =>
    (await shopper.ask(requestWithdrawal, { body: { amount } })).body.withdrawal.id;
  const ids: string[] = [];
  for (let asked = 0; asked < times; asked++) ids.push(await ask());
  return { shopper, ids };
}

/** Takes a withdrawal in hand and says that it was paid. */
async function pay(by: TestOperator, id: string, reference = newReference()) {
  await by.ask(holdWithdrawal, { params: { id }, body: { inHand: true } });
  return by.ask(decideWithdrawal, { params: { id }, body: { status: "paid", reference } });
}
const stateOf = async (id: string) =>
  (await shop.sql<{ state: string }>("SELECT state FROM withdrawal WHERE id = ?1", id))[0]?.state;

test("a payout above the limit waits for a second person, and up to it one is enough", async () => {
  const [one, other] = [await finance(), await finance()];
  const small = await withdrawal(LIMIT_TOMAN);
  for (const subject of ["bank_card", "identity_request"] as const)
    await verifiedBy(one, subject, small.shopper.id);
  expect((await pay(one, small.ids[0] ?? "")).body.proposalId).toBeNull();

  const { ids } = await withdrawal(LIMIT_TOMAN + 1);
  const [id = ""] = ids;
  const asked = await pay(one, id);
  expect(asked).toMatchObject({ status: 200, body: { proposalId: expect.any(String) as string } });
  expect(await stateOf(id)).toBe("pending");
  expect(await pay(one, id)).toMatchObject(refusal("already_proposed"));
  // The bank may have paid already, so the withdrawal is neither put back nor rejected.
  const back = { params: { id }, body: { inHand: false } } as const;
  expect(await other.ask(holdWithdrawal, back)).toMatchObject(refusal("already_proposed"));
  const rejected = { status: "rejected", rejectionReason: "کارت بسته است" } as const;
  expect(await one.ask(decideWithdrawal, { params: { id }, body: rejected })).toMatchObject(
    refusal("already_proposed"),
  );
  expect(await confirm(one, asked.body.proposalId)).toMatchObject(refusal("own_proposal"));
  expect((await confirm(other, asked.body.proposalId)).status).toBe(200);
  expect(await stateOf(id)).toBe("paid");
});

test("payouts to one person within a day count together", async () => {
  const [one, other] = [await finance(), await finance()];
  const { ids } = await withdrawal(15_000_000, 2);
  const [first = "", second = ""] = ids;
  expect((await pay(one, first)).body.proposalId).toBeNull();
  const { proposalId } = (await pay(one, second)).body;
  expect(await stateOf(second)).toBe("pending");
  expect((await confirm(other, proposalId)).status).toBe(200);

  // Sending both at once does not avoid the limit either.
  const raced = await withdrawal(15_000_000, 2);
  for (const id of raced.ids)
    await one.ask(holdWithdrawal, { params: { id }, body: { inHand: true } });
  await Promise.all(raced.ids.map((id) => pay(one, id)));
  const states = await Promise.all(raced.ids.map(stateOf));
  expect(states.toSorted()).toEqual(["paid", "pending"]);
});

test.each(["bank_card", "identity_request"] as const)(
  "of the two operators of a payout at most one has verified the %s",
  async (subject) => {
    const [one, other, third] = [await finance(), await finance(), await finance()];
    const { shopper, ids } = await withdrawal(LIMIT_TOMAN + 1);
    await verifiedBy(one, subject, shopper.id);
    await verifiedBy(other, subject, shopper.id);
    const { proposalId } = (await pay(one, ids[0] ?? "")).body;
    expect(await confirm(other, proposalId)).toMatchObject(refusal("both_verified"));
    expect(await stateOf(ids[0] ?? "")).toBe("pending");
    expect((await confirm(third, proposalId)).status).toBe(200);
    expect(await stateOf(ids[0] ?? "")).toBe("paid");
  },
);

test("when two second persons confirm at once, the payout is made once; an ended operator cannot confirm", async () => {
  const [one, ended] = [await finance(), await finance()];
  const { ids, shopper } = await withdrawal(LIMIT_TOMAN + 1);
  const { proposalId } = (await pay(one, ids[0] ?? "")).body;
  expect((await shop.desk(endOperator, { params: { name: ended.name } })).status).toBe(200);
  expect((await confirm(ended, proposalId)).status).toBe(401);
  const answers = await Promise.all(
    [await finance(), await finance(), await finance()].map((by) => confirm(by, proposalId)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await shopper.balance()).toBe(0);
});

test("a proposal about something that changed is not carried out, and can be made again once it is dropped", async () => {
  const [one, other] = [await finance(), await finance()];
  const { ids, shopper } = await withdrawal(LIMIT_TOMAN + 1);
  const [id = ""] = ids;
  const asked = (await pay(one, id)).body.proposalId;
  await shop.sql("UPDATE bank_card SET status = 'rejected' WHERE user_id = ?1", shopper.id);
  expect(await confirm(other, asked)).toMatchObject(refusal("card_revoked"));
  await shop.sql("UPDATE bank_card SET status = 'verified' WHERE user_id = ?1", shopper.id);
  expect((await drop(other, asked)).status).toBe(200);
  const again = (await pay(one, id)).body.proposalId;
  expect((await confirm(other, again)).status).toBe(200);
  const { decisions } = (await shop.desk(listDecisions, { query: { operator: other.name } })).body;
  expect(decisions.map(({ verdict }) => verdict)).toEqual(["paid", "payout_dropped"]);
});

/** An item for 100,000 toman with two codes, which its buyer has read. */
async function openedItem() {
  const shopper = await shop.newShopper({ balanceToman: 100_000 });
  const orderId = await shopper.buy(await shop.newProduct({ priceToman: 50_000, stock: 2 }), 2);
  const [orderItemId = ""] = await shop.itemsOf(orderId);
  const read = () => shopper.ask(getOrderItemContent, { params: { orderId, orderItemId } });
  expect((await read()).status).toBe(200);
  const codes = await shop.sql<{ id: string }>(
    "SELECT id FROM code WHERE order_item_id = ?1 ORDER BY position",
    orderItemId,
  );
  return { shopper, orderItemId, codes: codes.map(({ id }) => id) };
}
const reason = "کد کار نمی‌کند";
const refund = (by: TestOperator, orderItemId: string, codeIds?: string[]) =>
  by.ask(refundItem, {
    params: { orderItemId },
    body: { reason, opened: true, ...(codeIds && { codeIds }) },
  });

test("while a refund waits its codes cannot be replaced, and the order says who asked and until when", async () => {
  const [one, other] = [await finance(), await finance()];
  const { shopper, orderItemId, codes } = await openedItem();
  const [first = "", second = ""] = codes;
  const asked = await refund(one, orderItemId, [first]);
  const [row] = await shop.sql<{ order_id: string; product_id: string }>(
    "SELECT order_id, product_id FROM order_item WHERE id = ?1",
    orderItemId,
  );
  await shop.addCodes(row?.product_id ?? "", 2);
  const replace = (codeId: string) =>
    other.ask(replaceCode, { params: { codeId }, body: { reason } });
  const shut = { status: 409, body: { code: "waits_for_second" } };
  const refused = await replace(first);
  expect(refused).toMatchObject(shut);
  expect(refused.body).toMatchObject({
    message:
      "بازپرداخت این کد خواسته شده و منتظر نفر دوم است؛ تا تصمیم دربارهٔ آن این کار بسته است.",
    details: expect.stringContaining(one.name) as string,
  });
  const { consequences } = (
    await other.ask(getConsequences, { params: { orderItemId }, query: { codes: first } })
  ).body;
  const obstacle = { code: "waits_for_second" };
  expect(consequences).toMatchObject({ replace: { obstacle }, refund: { obstacle } });
  const order = (await other.ask(getDeskOrder, { params: { id: row?.order_id ?? "" } })).body.order;
  expect(order.waiting).toMatchObject([
    { itemId: orderItemId, codeIds: [first], askedBy: one.name, note: `کد ۱: ${reason}` },
  ]);
  const person = (await other.ask(getPerson, { params: { id: shopper.id } })).body;
  expect(person.waiting).toMatchObject([{ what: "بازپرداخت کد دیده‌شده", askedBy: one.name }]);
  expect((await replace(second)).status, "a code without a proposal").toBe(200);
  await other.ask(decideProposal, {
    params: { id: asked.body.proposalId ?? "" },
    body: { status: "dropped" },
  });
  expect((await replace(first)).status).toBe(200);
  // Only the operator who asked is shown the outcome, until they confirm that they read it.
  const answered = async (by: TestOperator) => (await by.ask(listQueue)).body.answered;
  const { proposalId } = asked.body;
  expect(await answered(one)).toMatchObject([
    { id: proposalId, outcome: "dropped", by: other.name, order: { id: row?.order_id } },
  ]);
  expect(await answered(other)).toEqual([]);
  const params = { id: proposalId ?? "" };
  expect((await other.ask(hearProposal, { params })).status).toBe(404);
  expect((await one.ask(hearProposal, { params })).status).toBe(200);
  expect(await answered(one)).toEqual([]);
  // Another proposal lapses without a decision.
  await refund(one, (await openedItem()).orderItemId);
  await shop.sql("UPDATE proposal SET expires_at = ?1 WHERE state = 'open'", Date.now() - 1);
  expect(await answered(one)).toMatchObject([{ outcome: "lapsed", by: null }]);
});

test("an opened item is refunded when another person confirms it, never the operator who asked", async () => {
  const [one, other] = [await finance(), await finance()];
  const { shopper, orderItemId } = await openedItem();
  const asked = await refund(one, orderItemId);
  expect(asked).toMatchObject({ status: 200, body: { toWallet: null, toCard: null } });
  expect(await refund(one, orderItemId)).toMatchObject(refusal("already_proposed"));
  expect(await confirm(one, asked.body.proposalId)).toMatchObject(refusal("own_proposal"));
  expect(await shopper.balance()).toBe(0);
  const late = await newOperator(shop, { role: "finance", enteredAt: Date.now() });
  expect(await confirm(late, asked.body.proposalId)).toMatchObject(refusal("entered_lately"));
  const answers = await Promise.all(
    [other, await finance(), await finance()].map((by) => confirm(by, asked.body.proposalId)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await shopper.balance()).toBe(100_000);
  expect(
    await shop.sql(
      `SELECT verdict, state_before, state_after FROM desk_decision
       WHERE subject_id = ?1 ORDER BY rowid`,
      orderItemId,
    ),
  ).toEqual([
    { verdict: "refund_opened_asked", state_before: null, state_after: null },
    { verdict: "refunded", state_before: "delivered", state_after: "cancelled" },
  ]);
});

test("refunding one opened code takes two operators, of whom at least one has not verified its buyer", async () => {
  const [one, other, third] = [await finance(), await finance(), await finance()];
  const { shopper, orderItemId, codes } = await openedItem();
  await verifiedBy(one, "identity_request", shopper.id);
  await verifiedBy(other, "bank_card", shopper.id);
  const { proposalId } = (await refund(one, orderItemId, codes.slice(0, 1))).body;
  expect(await confirm(other, proposalId)).toMatchObject(refusal("both_verified"));
  expect((await confirm(third, proposalId)).status).toBe(200);
  expect(await shopper.balance()).toBe(50_000);
  // Of two proposals for overlapping codes only one is made.
  const stale = (await refund(one, orderItemId, codes.slice(1))).body.proposalId;
  await shop.sql("UPDATE proposal SET state = 'dropped', decided_at = 1 WHERE id = ?1", stale);
  const [first, second] = await Promise.all([
    refund(one, orderItemId),
    refund(one, orderItemId, codes.slice(1)),
  ]);
  const ids = [first, second].map(({ body }) => body.proposalId).filter(Boolean);
  expect(ids).toHaveLength(1);
  expect((await confirm(third, ids[0] ?? null)).status).toBe(200);
  expect(await shopper.balance()).toBe(100_000);
});

test("one operator alone can refund an item whose codes were not opened", async () => {
  const one = await finance();
  const shopper = await shop.newShopper({ balanceToman: 50_000 });
  await shopper.buy(await shop.newProduct({ priceToman: 50_000, stock: 1 }));
  const [item] = await shop.sql<{ id: string }>(
    "SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id WHERE o.user_id = ?1",
    shopper.id,
  );
  expect(await refund(one, item?.id ?? "")).toMatchObject({
    status: 200,
    body: { toWallet: 50_000, proposalId: null },
  });
});

test("the proposal to revoke a card that its owner has deleted is refused, and can be dropped", async () => {
  const [one, other] = [await finance(), await finance()];
  const shopper = await shop.newShopper();
  const params = { id: shopper.cardId };
  const { proposalId } = (await one.ask(revokeBankCard, { params, body: { reason } })).body;
  expect((await shopper.ask(deleteBankCard, { params })).status).toBe(200);
  expect(await confirm(other, proposalId)).toMatchObject(refusal("not_verified"));
  const dropped = await other.ask(decideProposal, {
    params: { id: proposalId ?? "" },
    body: { status: "dropped" },
  });
  expect(dropped.status).toBe(200);
});

test.each([
  ["card", revokeBankCard, "bank_card"],
  ["identity", revokeIdentity, "identity_request"],
] as const)(
  "a verified %s is revoked when a second person confirms it; one operator alone can still freeze",
  async (_, revocation, table) => {
    const [one, other] = [await finance(), await finance()];
    const shopper = await shop.newShopper();
    const row = async () =>
      (
        await shop.sql<{ id: string; status: string }>(
          `SELECT id, status FROM ${table} WHERE user_id = ?1`,
          shopper.id,
        )
      )[0];
    const id = (await row())?.id ?? "";
    const revoke = () => one.ask(revocation, { params: { id }, body: { reason } });
    const { proposalId } = (await revoke()).body;
    expect((await row())?.status).toBe("verified");
    expect(await revoke()).toMatchObject(refusal("already_proposed"));
    expect(await confirm(one, proposalId)).toMatchObject(refusal("own_proposal"));
    expect((await row())?.status).toBe("verified");
    expect(
      (await one.ask(freeze, { body: { kind: "person", id: shopper.id, reason } })).status,
    ).toBe(200);
    expect((await confirm(other, proposalId)).status).toBe(200);
    expect((await row())?.status).toBe("rejected");
    expect(await revoke()).toMatchObject(refusal("not_verified"));
  },
);

test("payouts of one operator within a day count together, to all receivers", async () => {
  const [one, other] = [await finance(), await finance()];
  const ids: string[] = [];
  for (let person = 0; person < 7; person++) ids.push(...(await withdrawal(LIMIT_TOMAN)).ids);
  const [confirmed = "", last = "", ...alone] = ids;
  for (const id of alone) expect((await pay(one, id)).body.proposalId).toBeNull();
  const { proposalId } = (await pay(one, last)).body;
  expect(await stateOf(last)).toBe("pending");
  expect((await confirm(other, proposalId)).status).toBe(200);
  // A payout that a second operator confirmed does not count in what either of them paid alone.
  expect((await pay(other, confirmed)).body.proposalId).toBeNull();
});

test("a card with another owner's name needs a second person who opens it too, and no other decision is possible meanwhile", async () => {
  const [clerk, other] = [await newOperator(shop, { role: "support" }), await finance()];
  const number = withCheckDigit("610433000000888");
  const shopper = await shop.newShopper();
  const id = (await (await papers(shop, shopper, number)).addCard()).body.bankCard.id;
  const statusOf = async () =>
    (await shop.sql<{ status: string }>("SELECT status FROM bank_card WHERE id = ?1", id))[0]
      ?.status;
  const overrideReason = "نام پس از ازدواج؛ شناسنامه را دیدم";
  const verify = (by: TestOperator) =>
    by.ask(decideBankCard, { params: { id }, body: { status: "verified", overrideReason } });
  await shop.look(decideBankCard, id, clerk.name);
  const asked = (await verify(clerk)).body.proposalId;
  expect([typeof asked, await statusOf()]).toEqual(["string", "pending"]);

  // A third operator can neither verify nor reject the card; the desk names the open proposal.
  await shop.look(decideBankCard, id);
  const rejected = { status: "rejected", rejectionReason: "نام دیگری است" } as const;
  for (const body of [rejected, { status: "verified", overrideReason } as const])
    expect(await shop.desk(decideBankCard, { params: { id }, body })).toMatchObject(
      refusal("already_proposed"),
    );
  const pane = await clerk.ask(getQueuePane, { params: { kind: "bank_card", id } });
  expect(pane.body.pane.asked).toContain(`منتظر نفر دوم است: ${clerk.name}، از`);
  const rows = (await clerk.ask(listQueue)).body.rows;
  expect(rows.find((row) => row.id === id)?.summary).toContain("منتظر نفر دوم");
  const seen = await other.ask(getQueuePane, { params: { kind: "proposal", id: asked ?? "" } });
  expect(seen.body.pane).toMatchObject({ uploadId: expect.any(String) as string, isOwn: false });

  // Refused: a confirmer who has not seen the papers, support, a changed card, a frozen person.
  expect(await confirm(other, asked)).toMatchObject(refusal("not_seen"));
  await shop.look(decideBankCard, id, other.name);
  const second = await newOperator(shop, { role: "support" });
  expect((await confirm(second, asked)).status).toBe(403);
  const rename = (owner: string) =>
    shop.sql("UPDATE bank_card SET owner = ?2 WHERE id = ?1", id, owner);
  await rename("دزد شب");
  expect(await confirm(other, asked)).toMatchObject(refusal("stale_proposal"));
  await rename("سارا کریمی");
  const { freezeId } = (
    await shop.desk(freeze, { body: { kind: "person", id: shopper.id, reason } })
  ).body;
  expect(await confirm(other, asked)).toMatchObject(refusal("frozen"));
  await shop.desk(releaseFreeze, { params: { id: freezeId }, body: { reason } });
  expect(await statusOf()).toBe("pending");
  expect((await confirm(other, asked)).status).toBe(200);
  expect(await statusOf()).toBe("verified");
  expect(
    await shop.sql(
      `SELECT operator, verdict, note FROM desk_decision
       WHERE subject_id = ?1 AND verdict NOT IN ('viewed') ORDER BY rowid`,
      id,
    ),
  ).toEqual([
    { operator: clerk.name, verdict: "verify_card_asked", note: overrideReason },
    { operator: other.name, verdict: "verified", note: overrideReason },
  ]);
});

test("a proposal about a card can be dropped, even after its owner deleted the card, and none is made for a frozen card", async () => {
  const other = await finance();
  const shopper = await shop.newShopper();
  const { addCard } = await papers(shop, shopper, withCheckDigit("610433000000999"));
  const body = { status: "verified", overrideReason: "نام همان است" } as const;
  const ask = (id: string) => shop.desk(decideBankCard, { params: { id }, body });
  const id = (await addCard()).body.bankCard.id;
  const { freezeId } = (await shop.desk(freeze, { body: { kind: "card", id, reason } })).body;
  expect(await ask(id)).toMatchObject(refusal("frozen"));
  await shop.desk(releaseFreeze, { params: { id: freezeId }, body: { reason } });
  expect((await drop(other, (await ask(id)).body.proposalId)).status).toBe(200);
  const again = (await ask(id)).body.proposalId;
  await shopper.ask(deleteBankCard, { params: { id } });
  expect(await confirm(other, again)).toMatchObject(refusal("decided"));
  expect((await drop(other, again)).status).toBe(200);
});

test("an operator and an accomplice: each step is stopped or logged, and the owner finds all of them", async () => {
  const [thief, other] = [await finance(), await finance()];
  const honest = await shop.newShopper();
  const accomplice = await shop.newShopper({ isVerified: false, cardStatus: "none" });

  // The thief tries to verify papers without opening them, and a card that others have too.
  const own = (await (await papers(shop, accomplice)).proveIdentity()).body.authorization.id;
  const verify = () =>
    thief.ask(decideIdentityRequest, { params: { id: own }, body: { status: "verified" } });
  expect(await verify()).toMatchObject(refusal("not_seen"));
  await thief.ask(getDeskIdentityRequest, { params: { id: own } });
  await shop.look(decideIdentityRequest, own, thief.name);
  expect((await verify()).status).toBe(200);
  expect(await (await papers(shop, accomplice, honest.cardNumber)).addCard()).toMatchObject(
    refusal("card_taken"),
  );
  const [first, second] = [await shop.newShopper(), await shop.newShopper()];
  const number = withCheckDigit("610433000000777");
  const twins = [];
  for (const one of [first, second])
    twins.push((await (await papers(shop, one, number)).addCard()).body.bankCard.id);
  const [honestTwin = "", twin = ""] = twins;
  const verified = { status: "verified", overrideReason: "نام همان است" } as const;
  const verifyCard = (id: string) => thief.ask(decideBankCard, { params: { id }, body: verified });
  await shop.look(decideBankCard, honestTwin, thief.name);
  // The name on the card is not the proven one, so a colleague has to view and confirm.
  const passed = (await verifyCard(honestTwin)).body.proposalId;
  expect(await confirm(thief, passed)).toMatchObject(refusal("own_proposal"));
  await shop.look(decideBankCard, honestTwin, other.name);
  expect((await confirm(other, passed)).status).toBe(200);
  expect(await verifyCard(twin)).toMatchObject(refusal("not_seen"));
  await thief.ask(getDeskBankCard, { params: { id: twin } });
  await shop.look(decideBankCard, twin, thief.name);
  expect((await verifyCard(twin)).status).toBe(409);
  expect(await shop.sql("SELECT status FROM bank_card WHERE id = ?1", twin)).toEqual([
    { status: "pending" },
  ]);

  // The accomplice reads codes and the thief refunds them: the refund waits for a second person.
  const { shopper, orderItemId } = await openedItem();
  const given = await refund(thief, orderItemId);
  expect(await confirm(thief, given.body.proposalId)).toMatchObject(refusal("own_proposal"));
  const program = await newOperator(shop, { program: "owner" });
  expect((await confirm(program, given.body.proposalId)).status).toBe(403);
  expect(await shopper.balance()).toBe(0);
  // A deceived colleague confirms. The payout is small, so the thief may record it alone.
  expect((await confirm(other, given.body.proposalId)).status).toBe(200);
  const { withdrawal } = (await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } })).body;
  expect((await pay(thief, withdrawal.id)).body.proposalId).toBeNull();

  // Alone the thief can neither raise their role, read the log nor remove traces of the accomplice.
  const raise = { params: { name: thief.name }, body: { role: "owner" } } as const;
  expect(await thief.ask(changeRole, raise)).toMatchObject({ status: 403 });
  expect((await thief.ask(listDecisions, { query: {} })).status).toBe(403);
  const revoked = await thief.ask(revokeBankCard, {
    params: { id: shopper.cardId },
    body: { reason },
  });
  expect(await confirm(thief, revoked.body.proposalId)).toMatchObject(refusal("own_proposal"));
  const forget = { params: { id: shopper.id }, body: { reason } };
  expect(await thief.ask(forgetPerson, forget)).toMatchObject(refusal("money_moved_lately"));
  await shop.turnClock(32 * 24 * 3_600_000);
  const asked = (await thief.ask(forgetPerson, forget)).body;
  expect(await thief.ask(forgetPerson, forget)).toMatchObject(refusal("already_proposed"));
  expect(await confirm(thief, asked.proposalId)).toMatchObject(refusal("own_proposal"));
  expect(await shop.sql("SELECT phone, forgotten_at FROM user WHERE id = ?1", shopper.id)).toEqual([
    { phone: shopper.phone, forgotten_at: null },
  ]);
  expect((await drop(other, asked.proposalId)).status).toBe(200);

  const query = [`operator=${thief.name}`, "since=2026-01-01", "limit=50"];
  const { output } = await runDesk(shop, ["listDecisions", ...query]);
  await shop.turnClock(0);
  const steps = [
    ["viewed", own],
    ["verified", own],
    ["verify_card_asked", honestTwin],
    ["viewed", twin],
    ["refund_opened_asked", orderItemId],
    ["in_hand", withdrawal.id],
    ["paid", withdrawal.id],
    ["revoke_card_asked", shopper.cardId],
    ["forget_asked", shopper.id],
  ];
  const lines = output.split("\n");
  for (const [what = "", id = ""] of steps)
    expect([what, id, lines.some((line) => line.includes(what) && line.includes(id))]).toEqual([
      what,
      id,
      true,
    ]);
});

test("forgetting a person needs a second operator, and also drops the open proposals about that person", async () => {
  const [one, other] = [await finance(), await finance()];
  const shopper = await shop.newShopper();
  const revoke = { params: { id: shopper.cardId }, body: { reason: "نامش سارا است" } };
  await one.ask(revokeBankCard, revoke);
  const { proposalId } = (
    await one.ask(forgetPerson, { params: { id: shopper.id }, body: { reason } })
  ).body;
  const answers = await Promise.all([
    confirm(other, proposalId),
    confirm(await finance(), proposalId),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(
    await shop.sql(
      "SELECT action, state, note FROM proposal WHERE subject_id IN (?1, ?2) ORDER BY action",
      shopper.id,
      shopper.cardId,
    ),
  ).toEqual([
    { action: "forget", state: "confirmed", note: null },
    { action: "revoke_card", state: "dropped", note: null },
  ]);
});
