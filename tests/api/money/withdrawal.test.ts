import { toPersianDigits } from "../../../persian/digits.ts";
import { maskCardNumber, maskIban, maskPhone } from "../../../persian/identifiers.ts";
import { afterEach, describe, expect, test } from "vitest";
import { numberContext } from "../../../api/base/open-number.ts";
import { OLDEST } from "../../../api/base/page.ts";
import { findOpenWithdrawals } from "../../../api/money/withdrawal/decide-statements.ts";
import {
  decideWithdrawal,
  getDeskWithdrawal,
  holdWithdrawal,
  listWithdrawals,
} from "../../../contract/desk/withdrawal.ts";
import { setIban } from "../../../contract/bank-card.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { getQueuePane } from "../../../contract/desk/queue.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { getTransactions } from "../../../contract/transaction.ts";
import {
  OPEN_WITHDRAWALS_MAX,
  requestWithdrawal,
  takeBackWithdrawal,
} from "../../../contract/withdrawal.ts";
import { DAMAGED_SEALS, damageCard } from "../../support/damage.ts";
import { readDeskPages } from "../../support/desk-pages.ts";
import { newOperator } from "../../support/operator.ts";
import { withCheckDigit } from "../../support/people.ts";
import type { TestShopper } from "../../support/shop.ts";
import { useSharedShop } from "../../support/use-shop.ts";
import { newReference, payWithdrawal, takeInHand } from "../../support/withdrawal.ts";
import { HOUR } from "../../support/time.ts";

const shop = useSharedShop({ audit: true });
afterEach(() => shop.turnClock(0));

const ask = (shopper: TestShopper, body: unknown, idempotencyKey?: string) =>
  shopper.askUntyped(requestWithdrawal, { body, idempotencyKey });
const rowsOf = (shopper: TestShopper) =>
  shop.sql(
    `SELECT card_id, amount_toman, state FROM withdrawal WHERE user_id = ?1
     ORDER BY created_at, id`,
    shopper.id,
  );

/** Adds a second card of the shopper. */
async function addCard(shopper: TestShopper, number: string, status: string): Promise<string> {
  const id = `second-card-${shopper.id}`;
  await shop.sql(
    `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status,
       created_at)
     VALUES (?1, ?2, ?3, ?4, 'آزمون آزمون', ?5, ?6)`,
    id,
    shopper.id,
    await shop.vault.seal(number, numberContext("bank_card", id)),
    await shop.vault.fingerprint("card number", number),
    status,
    Date.now() + 1_000,
  );
  return id;
}

describe("a withdrawal", () => {
  test("reserves the money at once, for the default card, and is in the history", async () => {
    const shopper = await shop.newShopper({ balanceToman: 300_000 });
    await addCard(shopper, withCheckDigit("610433000000101"), "verified");
    const answer = await ask(shopper, { amount: "۱۲۰٬۰۰۰" });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: "درخواست برداشت با موفقیت انجام شد.",
        withdrawal: { amount: 120_000, state: "pending" },
      },
    });
    expect(await shopper.balance()).toBe(180_000);
    const [card] = await shop.sql(
      "SELECT id FROM bank_card WHERE user_id = ?1 AND is_default = 1",
      shopper.id,
    );
    expect(await rowsOf(shopper)).toEqual([
      { card_id: card?.["id"], amount_toman: 120_000, state: "pending" },
    ]);
    const { transactions } = (await shopper.ask(getTransactions)).body;
    expect(transactions[0]).toMatchObject({
      type: "withdrawal",
      status: "pending",
      amount: 120_000,
    });
  });

  test("goes to another card of the shopper when it is named", async () => {
    const shopper = await shop.newShopper({ balanceToman: 300_000 });
    const number = withCheckDigit("610433000000102");
    const id = await addCard(shopper, number, "verified");
    expect((await ask(shopper, { amount: 100_000, cardNumber: number })).status).toBe(200);
    expect(await rowsOf(shopper)).toEqual([
      { card_id: id, amount_toman: 100_000, state: "pending" },
    ]);
  });

  test("needs a session", async () => {
    expect(await shop.ask(requestWithdrawal, { body: { amount: 100_000 } })).toMatchObject({
      status: 401,
    });
  });

  test("is refused at the field that is wrong", async () => {
    const rich = await shop.newShopper({ balanceToman: 300_000 });
    const stranger = await shop.newShopper();
    const waiting = withCheckDigit("610433000000103");
    await addCard(rich, waiting, "pending");
    const cases = [
      [{ amount: 99_999 }, 422, "amount_too_small", "amount"],
      [{ amount: "۹۹۹۹۹" }, 422, "amount_too_small", "amount"],
      [{ amount: 0 }, 422, "invalid", "amount"],
      [{ amount: -100_000 }, 422, "invalid", "amount"],
      [{ amount: 100_000.5 }, 422, "invalid", "amount"],
      [{ amount: "" }, 422, "invalid", "amount"],
      [{ amount: "150000.5" }, 422, "invalid", "amount"],
      [{ amount: "150.000" }, 422, "invalid", "amount"],
      [{ amount: "1500000 ریال" }, 422, "invalid", "amount"],
      [{}, 422, "invalid", "amount"],
      [{ amount: 100_000, cardNumber: "6104330000001" }, 422, "invalid", "cardNumber"],
      [{ amount: 300_001 }, 409, "balance_too_low", "amount"],
      [{ amount: 99_999_999_999_999 }, 409, "balance_too_low", "amount"],
      [{ amount: 100_000, cardNumber: stranger.cardNumber }, 404, "card_not_found", "cardNumber"],
      [
        { amount: 100_000, cardNumber: withCheckDigit("610433000000999") },
        404,
        "card_not_found",
        "cardNumber",
      ],
      [{ amount: 100_000, cardNumber: waiting }, 409, "card_not_verified", "cardNumber"],
    ] as const;
    for (const [body, status, code, field] of cases) {
      const answer = await ask(rich, body);
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code]);
      expect(answer.body.fields).toHaveProperty(field);
    }
    for (const cardStatus of ["none", "pending", "rejected"] as const) {
      const shopper = await shop.newShopper({ balanceToman: 300_000, cardStatus });
      expect(await ask(shopper, { amount: 100_000 })).toMatchObject({
        status: 409,
        body: { code: "no_verified_card" },
      });
      expect(await shopper.balance()).toBe(300_000);
    }
    const parted = await shop.newShopper({ balanceToman: 300_000 });
    await shop.sql("UPDATE bank_card SET deleted_at = 1 WHERE user_id = ?1", parted.id);
    expect(await ask(parted, { amount: 100_000 })).toMatchObject({
      body: { code: "no_verified_card" },
    });
    expect(await ask(parted, { amount: 100_000, cardNumber: parted.cardNumber })).toMatchObject({
      body: { code: "card_not_found" },
    });
    expect(await rich.balance()).toBe(300_000);
    expect(await rowsOf(rich)).toEqual([]);
  });
});

describe("an account without a proven identity", () => {
  test("can neither take money in nor pay it out, so that no card passes money to another", async () => {
    const shopper = await shop.newShopper({ balanceToman: 300_000, isVerified: false });
    const needed = { status: 403, body: { code: "identity_needed" } };
    expect(await ask(shopper, { amount: 100_000 })).toMatchObject(needed);
    const body = { purpose: "wallet_topup" as const, amount: 50_000 };
    expect(
      await shopper.ask(initiatePayment, { body: { ...body, cardNumber: shopper.cardNumber } }),
    ).toMatchObject(needed);
    expect(await shopper.balance()).toBe(300_000);
  });

  test("has the right balance when a card is verified and a withdrawal requested at the same moment", async () => {
    const shopper = await shop.newShopper({ balanceToman: 300_000, cardStatus: "pending" });
    const params = { id: shopper.cardId };
    const [verdict, asked] = await Promise.all([
      shop.desk(decideBankCard, { params, body: { status: "verified" } }),
      ask(shopper, { amount: 100_000 }),
    ]);
    expect([verdict.status, [200, 409].includes(asked.status)]).toEqual([200, true]);
    const left = asked.status === 200 ? 200_000 : 300_000;
    expect(await shopper.balance()).toBe(left);
  });
});

describe("repeated withdrawals", () => {
  test("with one idempotency key are one, also ten times at once", async () => {
    const shopper = await shop.newShopper({ balanceToman: 5_000_000 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(shopper, { amount: 200_000 }, "once")),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: answers[0]?.body ?? {} });
    expect(await rowsOf(shopper)).toHaveLength(1);
    expect(await shopper.balance()).toBe(4_800_000);
    expect(await ask(shopper, { amount: 200_001 }, "once")).toMatchObject({
      status: 422,
      body: { code: "key_reused" },
    });
    const other = await shop.newShopper({ balanceToman: 200_001 });
    expect((await ask(other, { amount: 200_001 }, "once")).status).toBe(200);
  });

  test("without a key are separate withdrawals, as far as the balance allows", async () => {
    const shopper = await shop.newShopper({ balanceToman: 250_000 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(shopper, { amount: 100_000 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body.code]).toEqual([409, "balance_too_low"]);
    expect(await shopper.balance()).toBe(50_000);
  });

  test("are limited to five open ones, also at once", async () => {
    const shopper = await shop.newShopper({ balanceToman: 5_000_000 });
    const answers = await Promise.all(
      Array.from({ length: OPEN_WITHDRAWALS_MAX + 5 }, () => ask(shopper, { amount: 100_000 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(OPEN_WITHDRAWALS_MAX);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 409, body: { code: "too_many_withdrawals" } });
    expect(await ask(shopper, { amount: 100_000 })).toMatchObject({
      status: 409,
      body: { code: "too_many_withdrawals" },
    });
    expect(await shopper.balance()).toBe(4_500_000);
  });
});

describe("an operator", () => {
  interface Waiting {
    id: string;
    amount: number;
    cardMasked: string;
    person: { id: string };
  }
  const waiting = async () => (await shop.desk(listWithdrawals)).body;
  const decide = (id: string, body: unknown) =>
    shop.deskUntyped(decideWithdrawal, { params: { id }, body });
  const paidWith = (reference = newReference()) => ({ status: "paid", reference });
  const paid = paidWith("۱۲۳-۴۵۶");
  const rejected = { status: "rejected", rejectionReason: "کارت بسته است" };
  async function asked(balanceToman = 300_000) {
    const shopper = await shop.newShopper({ balanceToman });
    const answer = await ask(shopper, { amount: 120_000 });
    return { shopper, id: String(answer.body.withdrawal.id) };
  }
  const newest = async (shopper: TestShopper) =>
    (await shopper.ask(getTransactions, { query: { limit: "1" } })).body.transactions[0];

  test("sees open withdrawals with masked numbers, oldest first, in pages, and opens one", async () => {
    const made = [await asked(), await asked(), await asked()];
    const all = (await waiting()).withdrawals;
    expect(all.filter(({ id }) => made.some((one) => one.id === id))).toEqual(
      made.map(({ shopper, id }) => ({
        id,
        amount: 120_000,
        state: "pending",
        createdAt: expect.any(String) as string,
        dueAt: null,
        person: {
          id: shopper.id,
          firstName: "آزمون",
          lastName: "آزمون",
          phone: maskPhone(shopper.phone),
          provenOwner: "آزمون آزمون",
        },
        cardMasked: maskCardNumber(shopper.cardNumber),
        cardOwner: "آزمون آزمون",
        iban: "",
        isIbanReadable: true,
        cardBank: "بانک سامان",
        inHandOf: null,
        payoutId: null,
        bankWords: null,
      })),
    );
    const seen = (await readDeskPages<Waiting>(shop, listWithdrawals, "withdrawals")).map(
      ({ id }) => id,
    );
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  test("marks a withdrawal as paid or rejected once, even with ten requests at once", async () => {
    const [one, other, raced] = [await asked(), await asked(), await asked()];
    expect(await decide(one.id, paid)).toMatchObject({
      status: 409,
      body: { code: "not_in_hand" },
    });
    for (const { id } of [one, raced]) await takeInHand(shop, id);
    expect(await decide(one.id, paid)).toMatchObject({
      status: 200,
      body: { message: "پرداخت این برداشت ثبت شد." },
    });
    expect(await newest(one.shopper)).toMatchObject({ type: "withdrawal", status: "completed" });
    expect(await one.shopper.balance()).toBe(180_000);
    expect((await decide(other.id, rejected)).status).toBe(200);
    expect(await newest(other.shopper)).toMatchObject({ type: "withdrawal", status: "failed" });
    expect(await other.shopper.balance()).toBe(300_000);
    for (const { id } of [one, other])
      for (const verdict of [paid, rejected])
        expect(await decide(id, verdict)).toMatchObject({ status: 409, body: { code: "decided" } });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => decide(raced.id, index % 2 ? paidWith() : rejected)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await waiting()).withdrawals.map(({ id }) => id)).not.toContain(raced.id);
    const noted = await shop.sql(
      "SELECT operator, verdict, note FROM desk_decision WHERE subject_id = ?1 ORDER BY rowid",
      one.id,
    );
    expect(noted).toEqual([
      { operator: "local", verdict: "in_hand", note: null },
      { operator: "local", verdict: "paid", note: "123-456" },
    ]);
    expect(
      await shop.sql("SELECT 1 FROM desk_decision WHERE subject_id = ?1", raced.id),
    ).toHaveLength(2);
  });

  test("opens a withdrawal with its whole card number, which is recorded in the log", async () => {
    const { shopper, id } = await asked();
    expect((await shop.desk(getDeskWithdrawal, { params: { id } })).body.withdrawal).toMatchObject({
      id,
      cardNumber: shopper.cardNumber,
      cardMasked: maskCardNumber(shopper.cardNumber),
      person: { phone: shopper.phone },
    });
    expect(
      await shop.sql("SELECT operator, verdict FROM desk_decision WHERE subject_id = ?1", id),
    ).toEqual([{ operator: "local", verdict: "viewed" }]);
  });

  test("cannot use one bank reference for two withdrawals, however it is typed", async () => {
    const [one, other] = [await asked(), await asked()];
    const reference = newReference();
    expect((await payWithdrawal(shop, one.id, reference)).status).toBe(200);
    for (const typed of [reference, ` ${toPersianDigits(reference)}`])
      expect(await payWithdrawal(shop, other.id, typed)).toMatchObject({
        status: 409,
        body: { code: "reference_known" },
      });
    expect((await payWithdrawal(shop, other.id)).status).toBe(200);
  });

  test("can take a withdrawal in hand, which its owner then cannot take back", async () => {
    const { shopper, id } = await asked();
    const other = await shop.newShopper();
    const takeBack = (by: TestShopper) => by.ask(takeBackWithdrawal, { params: { id } });
    const hold = (inHand: boolean) =>
      shop.desk(holdWithdrawal, { params: { id }, body: { inHand } });
    expect((await newest(shopper))?.withdrawalId).toBe(id);
    expect((await hold(true)).status).toBe(200);
    expect((await hold(true)).status).toBe(200);
    expect((await waiting()).withdrawals.find((row) => row.id === id)).toMatchObject({
      inHandOf: "local",
    });
    expect((await newest(shopper))?.withdrawalId).toBeNull();
    expect(await takeBack(shopper)).toMatchObject({ status: 409, body: { code: "in_hand" } });
    expect((await hold(false)).status).toBe(200);
    expect(await takeBack(other)).toMatchObject({ status: 404 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => takeBack(shopper)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await shopper.balance()).toBe(300_000);
    expect(await newest(shopper)).toMatchObject({
      status: "failed",
      withdrawalId: null,
      description: expect.stringContaining("که پس گرفتید") as string,
    });
    expect(await hold(true)).toMatchObject({ status: 409, body: { code: "decided" } });
    expect(await decide(id, rejected)).toMatchObject({ status: 409, body: { code: "decided" } });
    expect((await waiting()).withdrawals.map((row) => row.id)).not.toContain(id);
    const settled = await asked();
    await payWithdrawal(shop, settled.id);
    expect(
      await settled.shopper.ask(takeBackWithdrawal, { params: { id: settled.id } }),
    ).toMatchObject({ status: 409, body: { code: "decided" } });
  });

  test("pays to a later card only after a day, and cannot take the withdrawal in hand before", async () => {
    const shopper = await shop.newShopper({ balanceToman: 300_000 });
    const number = withCheckDigit("610433000000104");
    const card = await addCard(shopper, number, "pending");
    await shop.desk(decideBankCard, { params: { id: card }, body: { status: "verified" } });
    const { body } = await ask(shopper, { amount: 100_000, cardNumber: number });
    const { id, dueAt } = body.withdrawal;
    expect(Math.round((Date.parse(String(dueAt)) - Date.now()) / HOUR)).toBe(24);
    expect(await newest(shopper)).toMatchObject({ dueAt });
    const rowOf = async () => (await waiting()).withdrawals.find((row) => row.id === id);
    expect(await rowOf()).toMatchObject({ dueAt });
    const early = { status: 409, body: { code: "not_due" } };
    expect(await takeInHand(shop, id)).toMatchObject(early);
    expect(await decide(id, paid)).toMatchObject(early);
    await shop.turnClock(24.1 * HOUR);
    expect(await rowOf()).toMatchObject({ dueAt: null });
    expect((await payWithdrawal(shop, id)).status).toBe(200);
    // A withdrawal to the card that was approved with the identity does not wait.
    expect((await ask(shopper, { amount: 100_000 })).body.withdrawal).toMatchObject({
      dueAt: null,
    });
  });

  test("pays to a card of another owner only with a reason and a second person", async () => {
    const { shopper, id } = await asked();
    await shop.sql("UPDATE bank_card SET owner = 'دزد شب' WHERE user_id = ?1", shopper.id);
    await takeInHand(shop, id);
    expect(await decide(id, paid)).toMatchObject({ status: 409, body: { code: "owner_differs" } });
    const overrideReason = "کارت مشترک با همسر";
    const reference = newReference();
    const { proposalId } = (await decide(id, { ...paid, reference, overrideReason })).body;
    expect(await newest(shopper)).toMatchObject({ status: "pending" });
    const pane = await shop.desk(getQueuePane, { params: { kind: "withdrawal", id } });
    expect(pane.body.pane.asked).toContain("منتظر نفر دوم است: local، از");
    const params = { id: proposalId ?? "" };
    const confirm = async () =>
      (await newOperator(shop, { role: "finance" })).ask(decideProposal, {
        params,
        body: { status: "confirmed" },
      });
    // The reason was given for the old name, so the changed name makes the proposal stale.
    await shop.sql("UPDATE bank_card SET owner = 'دزد روز' WHERE user_id = ?1", shopper.id);
    expect(await confirm()).toMatchObject({ status: 409, body: { code: "stale_proposal" } });
    await shop.sql("UPDATE bank_card SET owner = 'دزد شب' WHERE user_id = ?1", shopper.id);
    expect((await confirm()).status).toBe(200);
    expect(
      await shop.sql(
        "SELECT note FROM desk_decision WHERE subject_id = ?1 AND verdict = 'paid'",
        id,
      ),
    ).toEqual([{ note: `${reference}؛ ${overrideReason}` }]);
  });

  test("sees the IBAN, which cannot be changed while a withdrawal to it is in hand", async () => {
    const { shopper, id } = await asked();
    const iban = "IR062960000000100324200001";
    const set = (text: string) =>
      shopper.ask(setIban, { params: { id: shopper.cardId }, body: { iban: text } });
    expect((await set(iban)).status).toBe(200);
    const rowOf = async () => (await waiting()).withdrawals.find((row) => row.id === id);
    expect(await rowOf()).toMatchObject({ iban: maskIban(iban), isIbanReadable: true });
    const whole = await shop.desk(getDeskWithdrawal, { params: { id } });
    expect(whole.body.withdrawal.iban).toBe(iban);
    expect(await takeInHand(shop, id)).toMatchObject({ status: 409, body: { code: "not_due" } });
    await shop.turnClock(24.1 * HOUR);
    expect((await takeInHand(shop, id)).status).toBe(200);
    expect(await set("")).toMatchObject({ status: 409, body: { code: "card_in_use" } });
    expect((await decide(id, { ...paid, reference: newReference() })).status).toBe(200);
    expect((await set("")).status).toBe(200);
  });

  test("cannot decide about a withdrawal that another operator has in hand", async () => {
    const { id } = await asked();
    await shop.sql(
      "UPDATE withdrawal SET in_hand_of = 'sara', in_hand_since = 1 WHERE id = ?1",
      id,
    );
    const refused = { status: 409, body: { code: "in_another_hand" } };
    expect(await takeInHand(shop, id)).toMatchObject(refused);
    for (const verdict of [paid, rejected])
      expect(await decide(id, verdict)).toMatchObject(refused);
    expect(
      (await shop.desk(holdWithdrawal, { params: { id }, body: { inHand: false } })).status,
    ).toBe(200);
    expect((await decide(id, rejected)).status).toBe(200);
  });

  test("can only reject a withdrawal to an undecryptable card", async () => {
    const made: Awaited<ReturnType<typeof asked>>[] = [];
    for (const seal of DAMAGED_SEALS) {
      const unread = await asked();
      await damageCard(shop, unread.shopper.cardId, seal);
      made.push(unread, await asked());
    }
    const seen = await readDeskPages<Waiting>(shop, listWithdrawals, "withdrawals");
    expect(seen.filter(({ id }) => made.some((one) => one.id === id))).toMatchObject(
      made.map(({ id, shopper }, index) =>
        index % 2 === 0
          ? { id, cardMasked: "", cardBank: "", cardOwner: "آزمون آزمون", amount: 120_000 }
          : { id, cardMasked: maskCardNumber(shopper.cardNumber), cardBank: "بانک سامان" },
      ),
    );
    for (const [index, { id, shopper }] of made.entries()) {
      await takeInHand(shop, id);
      const answer = await decide(id, paidWith());
      if (index % 2 === 1) expect(answer.status).toBe(200);
      else {
        expect(answer).toMatchObject({ status: 409, body: { code: "card_unreadable" } });
        expect((await waiting()).withdrawals.map((row) => row.id)).toContain(id);
        expect((await decide(id, rejected)).status).toBe(200);
        expect(await shopper.balance()).toBe(300_000);
        for (const verdict of [paid, rejected])
          expect(await decide(id, verdict)).toMatchObject({
            status: 409,
            body: { code: "decided" },
          });
      }
    }
  });

  test("needs a reference or a reason, and an existing withdrawal", async () => {
    const { id } = await asked();
    for (const body of [
      {},
      { status: "paid" },
      { status: "rejected" },
      { ...rejected, rejectionReason: " " },
      { status: "done" },
    ])
      expect(await decide(id, body)).toMatchObject({ status: 422, body: { code: "invalid" } });
    expect(await decide("no-such-withdrawal", paid)).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
    const { shopper } = await asked();
    expect(await shopper.call("GET", "/withdrawals")).toMatchObject({ status: 404 });
  });

  test("reads the list from an index", async () => {
    const { plan, rowsRead } = await shop.measure((db) => findOpenWithdrawals(db, OLDEST, 2));
    expect((await waiting()).withdrawals.length).toBeGreaterThan(5);
    expect(rowsRead).toBeLessThanOrEqual(20);
    expect(plan[0]).toContain("USING INDEX withdrawal_open ((created_at,id)>(?,?))");
    expect(plan.filter((step) => /SCAN|TEMP/.test(step))).toEqual([]);
  });
});
