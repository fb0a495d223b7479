import { afterEach, describe, expect, test } from "vitest";
import {
  CARD_TRIES_PER_DAY_MAX,
  addBankCard,
  deleteBankCard,
  getBankCards,
} from "../../../contract/bank-card.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { createOrder } from "../../../contract/order.ts";
import { initiatePayment, verifyPayment } from "../../../contract/payment.ts";
import { createTicket, replyToTicket } from "../../../contract/ticket.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { png } from "../../support/images.ts";
import { withCheckDigit } from "../../support/people.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { stateHash } from "../../support/state-hash.ts";
import { upload } from "../../support/upload.ts";
import { useSharedShop } from "../../support/use-shop.ts";
import { DAY, MINUTE } from "../../support/time.ts";

/** Attacks of a signed-in shopper on wallets, cards and the gateway. */

const MERCHANT_ID = "2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69";

const shop = useSharedShop({ audit: true });
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
});

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const topUp = (shopper: TestShopper, amount: unknown, more: object = {}) =>
  shopper.askUntyped(initiatePayment, {
    body: { purpose: "wallet_topup", amount, cardNumber: shopper.cardNumber, ...more },
  });
/** Turns the clock to the start of the next window, so that no window ends within a test. */
const beginWindow = (windowMs: number) => shop.turnClock(windowMs - (Date.now() % windowMs));
const addressOf = async (shopper: TestShopper) =>
  (await upload(shop, shopper, png())).body.imageUrl;

describe("a payment authority", () => {
  test("is refused without asking the gateway when it is forged, malformed or another shopper's", async () => {
    const [shopper, stranger] = [await shop.newShopper(), await shop.newShopper()];
    const authority = authorityOf(await topUp(shopper, 50_000));
    await shop.sandbox.pay(authority);
    await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind: "http_500" });
    const before = stateHash(shop);
    const forged: unknown[] = [
      "S".padEnd(36, "7"),
      "S".padEnd(8, "7"),
      authority.toLowerCase(),
      authority.slice(0, -1),
      `${authority}0`,
      ` ${authority}`,
      authority.replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹".charAt(Number(digit))),
      `${authority}' OR '1'='1`,
      `${authority}\u0000`,
      [authority],
      { authority },
      "7".repeat(10_240),
      "",
      null,
      true,
      Number.MAX_SAFE_INTEGER,
    ];
    for (const value of forged)
      expect([404, 422]).toContain(
        (await shopper.askUntyped(verifyPayment, { body: { authority: value } })).status,
      );
    for (const value of [authority, "S".padEnd(36, "7")])
      expect(await stranger.verify(value)).toMatchObject({
        status: 404,
        body: { code: "payment_not_found" },
      });
    expect(stateHash(shop)).toBe(before);
    // The planned fault is used only now, so the gateway was not called before.
    expect((await shopper.verify(authority)).status).toBe(503);
    const { body } = await shopper.verify(authority);
    expect(body).toMatchObject({ success: true, newBalance: 50_000 });
    for (const value of [String(body.refId), String(body.refId).padStart(36, "0")])
      expect([404, 422]).toContain((await shopper.verify(value)).status);
    expect(await shopper.balance()).toBe(50_000);
  });

  test("is judged by the gateway's answer, not by what the browser sends with it", async () => {
    const shopper = await shop.newShopper();
    const [unpaid, paid] = [
      authorityOf(await topUp(shopper, 20_000)),
      authorityOf(await topUp(shopper, 30_000)),
    ];
    const claim = {
      Status: "OK",
      status: "OK",
      amount: 9_000_000,
      success: true,
      refId: "1",
      userId: "shopper-1",
    };
    const failed = await shopper.ask(verifyPayment, { body: { authority: unpaid, ...claim } });
    expect(failed).toMatchObject({ status: 200, body: { success: false } });
    await shop.sandbox.pay(paid);
    const answer = await shopper.askUntyped(verifyPayment, {
      body: { authority: paid, Status: "NOK", success: false },
    });
    expect(answer.body).toMatchObject({ success: true, amount: 30_000, newBalance: 30_000 });
  });

  test.each(["huge", "html", "redirect", "wrong_types", "wrong_amount"] as const)(
    "credits nothing for a gateway answer of kind %s",
    async (kind) => {
      const shopper = await shop.newShopper();
      const authority = authorityOf(await topUp(shopper, 40_000));
      await shop.sandbox.pay(authority);
      await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind });
      const answer = await shopper.verify(authority);
      expect(await shopper.balance()).toBe(0);
      // Another amount goes to review. All other answers are unusable, and the next answer counts.
      const isReview = kind === "wrong_amount";
      expect([answer.status, answer.body.success]).toEqual(
        isReview ? [200, false] : [503, undefined],
      );
      await shopper.verify(authority);
      expect(await shopper.balance()).toBe(isReview ? 0 : 40_000);
    },
  );

  test("is checked at most sixty times a minute, and settled payments are still answered", async () => {
    const [shopper, other] = [await shop.newShopper(), await shop.newShopper()];
    await beginWindow(MINUTE);
    const [settled, failed] = [
      authorityOf(await topUp(shopper, 20_000)),
      authorityOf(await topUp(shopper, 30_000)),
    ];
    await shop.sandbox.pay(settled);
    expect((await shopper.verify(settled)).body).toMatchObject({ success: true });
    expect((await shopper.verify(failed)).body).toMatchObject({ success: false });
    await shop.sql(
      "UPDATE rate_limit SET count = 58 WHERE kind = 'gateway' AND who = ?1",
      shopper.id,
    );
    const answers = await times(6, () => shopper.verify(failed));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    const refused = await topUp(shopper, 10_000);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: "too_many", error: refused.body.message },
    });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await shopper.verify(settled)).body).toMatchObject({
      success: true,
      newBalance: 20_000,
    });
    expect((await topUp(other, 10_000)).status).toBe(200);
    await shop.turnClock(MINUTE - (Date.now() % MINUTE) + MINUTE);
    expect((await topUp(shopper, 10_000)).status).toBe(200);
  });
});

test("a top-up requests, charges and credits the same amount, to the toman", async () => {
  const shopper = await shop.newShopper();
  const amounts = [
    1_000, 1_001, 12_345, 99_999, 333_333, 1_234_567, 49_999_999, 99_999_999, 100_000_000,
  ];
  let sum = 0;
  for (const amount of amounts) {
    const authority = authorityOf(await topUp(shopper, String(amount)));
    await shop.sandbox.pay(authority);
    const listed = await fetch(`${shop.stack.url}/sandbox/zarinpal/pg/v4/payment/unVerified.json`, {
      method: "POST",
      body: JSON.stringify({ merchant_id: MERCHANT_ID }),
    });
    const { data } = (await listed.json()) as {
      data: { authorities: { authority: string; amount: number }[] };
    };
    expect(data.authorities.find((row) => row.authority === authority)?.amount).toBe(amount);
    sum += amount;
    expect((await shopper.verify(authority)).body).toMatchObject({
      success: true,
      amount,
      newBalance: sum,
    });
  }
  for (const amount of [
    0,
    -1,
    -0,
    0.1,
    1_000.5,
    999,
    200_000_001,
    1e15,
    1e21,
    "1e5",
    "0x1000",
    "",
    " ",
    "۱۰۰۰x",
    "１٫０００.５",
    "①",
    [],
    [5_000],
    {},
    null,
    true,
  ])
    expect([amount, (await topUp(shopper, amount)).status]).toEqual([amount, 422]);
  expect(await shopper.balance()).toBe(sum);
});

describe("a card", () => {
  test("moves no money when it is another person's, deleted or not verified", async () => {
    const stranger = await shop.newShopper({ balanceToman: 300_000 });
    const parted = await shop.newShopper({ balanceToman: 300_000 });
    const [card] = await shop.sql<{ id: string }>(
      "SELECT id FROM bank_card WHERE user_id = ?1",
      parted.id,
    );
    expect((await parted.ask(deleteBankCard, { params: { id: card?.id ?? "" } })).status).toBe(200);
    const people = [
      parted,
      await shop.newShopper({ balanceToman: 300_000, cardStatus: "pending" }),
    ];
    people.push(await shop.newShopper({ balanceToman: 300_000, cardStatus: "rejected" }));
    for (const shopper of people) await shopper.put(await shop.newProduct());
    const before = stateHash(shop);
    for (const shopper of people)
      for (const cardNumber of [
        shopper.cardNumber,
        stranger.cardNumber,
        withCheckDigit("610433000007777"),
      ])
        for (const answer of [
          await topUp(shopper, 50_000, { cardNumber }),
          await shopper.ask(initiatePayment, { body: { purpose: "cart_checkout", cardNumber } }),
          await shopper.ask(requestWithdrawal, { body: { amount: 100_000, cardNumber } }),
        ]) {
          expect(answer.status).toBe(
            cardNumber === shopper.cardNumber && shopper !== parted ? 409 : 404,
          );
        }
    expect(stateHash(shop)).toBe(before);
  });

  test("is either deleted or gets a withdrawal, not both, when both are tried at once", async () => {
    for (let round = 0; round < 6; round++) {
      const shopper = await shop.newShopper({ balanceToman: 100_000 });
      const [card] = await shop.sql<{ id: string }>(
        "SELECT id FROM bank_card WHERE user_id = ?1",
        shopper.id,
      );
      const asks = [
        () => shopper.ask(deleteBankCard, { params: { id: card?.id ?? "" } }),
        () => shopper.ask(requestWithdrawal, { body: { amount: 100_000 } }),
      ];
      const answers = await Promise.all((round % 2 ? asks : asks.toReversed()).map((ask) => ask()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test("cannot be used to find out its owner: attempts are limited across calls", async () => {
    const [known, curious] = [
      await shop.newShopper(),
      await shop.newShopper({ cardStatus: "none", isVerified: false }),
    ];
    const image = await addressOf(curious);
    const name = (cardNumber: string) => ({
      cardNumber,
      cardOwner: "نگار آزمون",
      cardImage: image,
    });
    const free = withCheckDigit("610433000008888");
    await beginWindow(DAY);
    expect(await curious.ask(addBankCard, { body: name(known.cardNumber) })).toMatchObject({
      status: 409,
      body: { code: "card_taken" },
    });
    await shop.sql(
      "UPDATE rate_limit SET count = ?2 WHERE kind = 'card' AND who = ?1",
      curious.id,
      CARD_TRIES_PER_DAY_MAX - 2,
    );
    const identity = (cardNumber: string) => ({
      cardNumber,
      cardOwner: "نگار آزمون",
      IdentificationDocumentImage: image,
    });
    const tries = await times(8, async (index): Promise<{ status: number }> =>
      index % 2
        ? curious.ask(addBankCard, { body: name(known.cardNumber) })
        : curious.ask(createIdentityRequest, { body: identity(known.cardNumber) }),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([
      409, 409, 429, 429, 429, 429, 429, 429,
    ]);
    const late = await curious.ask(addBankCard, { body: name(known.cardNumber) });
    expect(late).toMatchObject({ status: 429, body: { code: "too_many" } });
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(60);
    expect((await curious.ask(addBankCard, { body: name(free) })).body).toEqual(late.body);
    expect((await curious.ask(getBankCards)).body.bankCards).toEqual([]);
    await shop.turnClock(DAY - (Date.now() % DAY) + DAY);
    expect((await curious.ask(addBankCard, { body: name(free) })).status).toBe(200);
  });
});

test("a picture must be the shopper's own upload, in every call", async () => {
  const [owner, thief] = [await shop.newShopper(), await shop.newShopper({ isVerified: false })];
  const theirs = await addressOf(owner);
  const opened = await thief.ask(createTicket, {
    body: { title: "پرسش", description: "پرسشی دارم، لطفاً" },
  });
  const { id } = opened.body.ticket;
  const before = stateHash(shop);
  const elsewhere = [
    theirs,
    "/api/v1/uploads/AAAAAAAAAAAAAAAAAAAAAA",
    `${theirs}?x`,
    `/api/v1/uploads/../uploads/${theirs.split("/").at(-1) ?? ""}`,
    `https://evil.example${theirs}`,
    `//evil.example${theirs}`,
    "http://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    7,
    [theirs],
    {},
  ];
  for (const image of elsewhere) {
    const answers = [
      await thief.askUntyped(createTicket, {
        body: { title: "پرسش", description: "پرسشی دارم، لطفاً", imageUrl: image },
      }),
      await thief.askUntyped(replyToTicket, {
        params: { id },
        body: { content: "پیامی با تصویر", imageUrl: image },
      }),
      await thief.askUntyped(createIdentityRequest, {
        body: {
          IdentificationDocumentImage: image,
          cardNumber: thief.cardNumber,
          cardOwner: "نگار آزمون",
        },
      }),
    ];
    expect([image, ...answers.map(({ status }) => status)]).toEqual([image, 422, 422, 422]);
  }
  expect(stateHash(shop)).toBe(before);
});

test("an idempotency key belongs to one shopper; the same key of another is new", async () => {
  const product = await shop.newProduct({ stock: 9 });
  const people = await times(2, () => shop.newShopper({ balanceToman: 300_000 }));
  for (const shopper of people) await shopper.put(product);
  const idempotencyKey = "shared-key";
  const orders = [];
  for (const shopper of people)
    orders.push((await shopper.ask(createOrder, { body: {}, idempotencyKey })).body.orderId);
  expect(new Set(orders).size).toBe(2);
  for (const [index, shopper] of people.entries()) {
    expect((await shopper.ask(createOrder, { body: {}, idempotencyKey })).body).toEqual({
      orderId: orders[index],
    });
    expect(await shopper.balance()).toBe(200_000);
  }
  const tickets = await Promise.all(
    people.map((shopper) =>
      shopper.ask(createTicket, {
        body: { title: "پرسش", description: "پرسشی دارم، لطفاً" },
        idempotencyKey,
      }),
    ),
  );
  expect(new Set(tickets.map(({ body }) => body.ticket.id)).size).toBe(2);
  for (const text of ["", "a b", "x".repeat(201)])
    expect((await people[0]?.ask(createOrder, { body: {}, idempotencyKey: text }))?.status).toBe(
      422,
    );
});
