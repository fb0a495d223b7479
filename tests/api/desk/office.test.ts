import { expect, test } from "vitest";
import { exportDecisions, listDecisions } from "../../../contract/desk/decision.ts";
import { freeze } from "../../../contract/desk/freeze.ts";
import { listPayments } from "../../../contract/desk/payment.ts";
import { answerTicket, listDeskTickets } from "../../../contract/desk/ticket.ts";
import { getPerson, notePerson } from "../../../contract/desk/user.ts";
import { holdWithdrawal } from "../../../contract/desk/withdrawal.ts";
import type { RequestOf } from "../../../contract/request.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { NEWEST } from "../../../api/base/page.ts";
import { findMovements } from "../../../api/desk/payment/flow.ts";
import { tehranDay, writePersian } from "../../../persian/calendar.ts";
import { maskCardNumber, maskPhone } from "../../../persian/identifiers.ts";
import { readDeskPages } from "../../support/desk-pages.ts";
import { newOperator } from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";

/** People, tickets, the flow of money and the log at the desk. Sections 10.5 and 10.13. */

const shop = useShop({ audit: true });

const ticketOf = async (shopper: Awaited<ReturnType<typeof shop.newShopper>>, title: string) => {
  const body = { title, description: "کد از چه کشوری است؟" };
  return (await shopper.ask(createTicket, { body })).body.ticket.id;
};

test("support sees a person completely but with masked cards, and opening it leaves a line", async () => {
  const support = await newOperator(shop, { role: "support" });
  const inviter = await shop.newShopper();
  const shopper = await shop.newShopper({ balanceToman: 900_000, inviterId: inviter.id });
  await shopper.buy(await shop.newProduct({ priceToman: 50_000, stock: 3 }));
  const ticketId = await ticketOf(shopper, "کد نرسید");
  await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
  const twin = await shop.newShopper();
  for (const { id } of [shopper, twin])
    await shop.sql(
      "INSERT INTO person_mark (user_id, kind, fingerprint, created_at) VALUES (?1, 'browser', ?2, 0)",
      id,
      `of-${shopper.id}`,
    );
  const reason = "شمارهٔ کارت در فهرست دزدی است";
  await shop.desk(freeze, { body: { kind: "person", id: shopper.id, reason } });
  const note = "تلفنی گفت کارت از برادرش است.";
  const params = { id: shopper.id };
  expect((await support.ask(notePerson, { params, body: { note } })).status).toBe(200);

  const { body } = await support.ask(getPerson, { params });
  expect(body).toMatchObject({
    person: { id: shopper.id, phone: shopper.phone },
    inviter: { id: inviter.id },
    counts: { orders: 1, tickets: 1 },
    identities: [{ status: "verified" }],
    cards: [{ cardMasked: maskCardNumber(shopper.cardNumber), status: "verified" }],
    orders: [{ state: "paid", total: 50_000 }],
    tickets: [{ id: ticketId, title: "کد نرسید" }],
    freezes: [{ reason, releasedAt: null }],
    alike: [{ person: { id: twin.id, phone: "" }, sharedMarks: ["browser"] }],
  });
  expect(body.balance).toBe(await shopper.balance());
  expect(body.transactions.length).toBeGreaterThan(1);
  expect(body.events.map(({ kind }) => kind)).toContain("withdrawal_asked");
  expect(body.lines.map(({ verdict, note: text }) => [verdict, text])).toEqual(
    expect.arrayContaining([["noted", note]]),
  );
  expect(JSON.stringify(body)).not.toContain(shopper.cardNumber);
  const viewer = await newOperator(shop, { role: "viewer" });
  expect((await viewer.ask(getPerson, { params })).status).toBe(403);
});

test("the flow of money lists payments, refunds and withdrawals together and without gaps", async () => {
  const shopper = await shop.newShopper({ balanceToman: 400_000 });
  const ids: string[] = [];
  for (const amount of [100_000, 110_000])
    ids.push((await shopper.ask(requestWithdrawal, { body: { amount } })).body.withdrawal.id);
  const all = (await shop.desk(listPayments, {})).body.movements;
  expect(all.find(({ id }) => id === ids[0])).toMatchObject({
    kind: "withdrawal",
    amount: 100_000,
    state: "pending",
    person: { id: shopper.id, phone: maskPhone(shopper.phone) },
  });
  const paged = await readDeskPages<{ id: string }>(shop, listPayments, "movements");
  expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  const some = (await shop.desk(listPayments, { query: { kind: "withdrawal" } })).body.movements;
  expect(new Set(some.map(({ kind }) => kind))).toEqual(new Set(["withdrawal"]));
  const { rowsRead } = await shop.measure((db) =>
    findMovements(db, { kind: undefined, since: 0 }, NEWEST, 3),
  );
  expect(rowsRead).toBeLessThan(60);
});

test("tickets can be listed outside the queue: all of them, and those of one person", async () => {
  const [shopper, other] = [await shop.newShopper(), await shop.newShopper()];
  const mine = [await ticketOf(shopper, "پرسش یکم"), await ticketOf(shopper, "پرسش دوم")];
  const theirs = await ticketOf(other, "پرسش دیگری");
  const [answered = ""] = mine;
  await shop.desk(answerTicket, { params: { id: answered }, body: { content: "از آمریکا." } });
  const titles = async (query: { status?: "all" | "Open"; personId?: string }) =>
    (await shop.desk(listDeskTickets, { query })).body.tickets.map(({ id }) => id);
  expect(await titles({})).not.toContain(answered);
  expect(await titles({ status: "all" })).toEqual(expect.arrayContaining([...mine, theirs]));
  expect((await titles({ personId: shopper.id })).toSorted()).toEqual(mine.toSorted());
});

test("the log is filtered by thing, person, verdict and day, and exported as a table", async () => {
  const shopper = await shop.newShopper({ balanceToman: 400_000 });
  const { id } = (await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } })).body
    .withdrawal;
  const by = await newOperator(shop);
  for (const inHand of [true, false])
    await by.ask(holdWithdrawal, { params: { id }, body: { inHand } });
  await by.ask(notePerson, { params: { id: shopper.id }, body: { note: '=1+1 "گفت"' } });
  const find = async (query: Record<string, string>) => {
    const { decisions, days } = (
      await shop.desk(listDecisions, { query: { ...query, sums: "days" } })
    ).body;
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(decisions.length);
    return decisions.map(({ verdict }) => verdict);
  };
  expect(await find({ about: id })).toEqual(["put_back", "in_hand"]);
  expect(await find({ about: shopper.id })).toEqual(["noted", "put_back", "in_hand"]);
  expect(await find({ about: shopper.id, verdict: "in_hand" })).toEqual(["in_hand"]);
  expect(await find({ about: shopper.id, subject: "person" })).toEqual(["noted"]);
  expect(await find({ about: shopper.id, operator: "nobody-else" })).toEqual([]);
  const day = (shift: number) =>
    new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
  expect(await find({ about: id, until: day(-1) })).toEqual([]);
  expect(await find({ about: id, since: day(0), until: day(0) })).toHaveLength(2);

  const table = (await by.ask(exportDecisions, { query: { about: shopper.id } })).body;
  expect(table.isWhole).toBe(true);
  const lines = table.text.split("\r\n");
  expect(lines).toHaveLength(5);
  // A spreadsheet does not run a note as a formula.
  expect(lines[1]).toContain(`"=""=1+1 """"گفت"""""""`);
  expect(await find({ subject: "list", operator: by.name })).toEqual(["viewed"]);
  const finance = await newOperator(shop, { role: "finance" });
  expect((await finance.ask(exportDecisions, {})).status).toBe(403);
});

test("the log is filtered by days of the Persian calendar in Tehran time", async () => {
  const by = await newOperator(shop);
  const { id } = await shop.newShopper();
  await by.ask(notePerson, { params: { id }, body: { note: "تلفنی پاسخ داد" } });
  const count = async (query: RequestOf<typeof listDecisions>["query"]) =>
    (await shop.desk(listDecisions, { query: { operator: by.name, ...query } })).body.decisions
      .length;
  const today = tehranDay(Date.now());
  const [before, now, after] = [today - 1, today, today + 1].map(writePersian);
  expect(await count({ from: now, to: now })).toBe(1);
  expect(await count({ from: before, to: before })).toBe(0);
  expect(await count({ from: after })).toBe(0);
  const answer = await shop.deskUntyped(listDecisions, { query: { from: "2026-11-23" } });
  expect(answer.status).toBe(422);
});
