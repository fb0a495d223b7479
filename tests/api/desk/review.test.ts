import { afterEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { OLDEST } from "../../../api/base/page.ts";
import { findReviews } from "../../../api/buying/payment/review-statements.ts";
import { endReview, listReviews } from "../../../contract/desk/review.ts";
import { forgetPerson } from "../../../contract/desk/user.ts";
import { byTwo } from "../../support/second-person.ts";
import { cancelOrder, getOrder } from "../../../contract/order.ts";
import type { PageQuery } from "../../../contract/page.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { getTransactions } from "../../../contract/transaction.ts";
import { auditAgainstGateway } from "../../support/gateway-audit.ts";
import type { FaultPlan } from "../../support/sandbox.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { useShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

/** Payments and refunds that an operator must settle. */

const shop = useShop({ audit: true });
afterEach(async () => {
  await shop.sandbox.clearFaults();
  await shop.turnClock(0);
});

const list = async (query: z.input<typeof PageQuery> = {}) =>
  (await shop.desk(listReviews, { query })).body;
const end = (id: string, moneyIs: unknown, note: unknown = "در پنل درگاه دیده شد") =>
  shop.deskUntyped(endReview, { params: { id }, body: { moneyIs, note } });
const textsTo = async (shopper: TestShopper) =>
  (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
const walletOf = async (shopper: TestShopper) =>
  (await shopper.ask(getTransactions)).body.transactions.map(({ type, status, amount }) => [
    type,
    status,
    amount,
  ]);

const refundOf = async (shopper: TestShopper) => {
  const [order] = await shopper.orders();
  const { body } = await shopper.ask(getOrder, { params: { orderId: order?.id ?? "" } });
  return body.order.OrderItems[0]?.Refund;
};

/** Makes a payment in review: the bank took the money and reports another amount. */
async function payment(
  purpose: "cart_checkout" | "wallet_topup",
  fault: Pick<FaultPlan, "kind" | "code"> = { kind: "code", code: -50 },
) {
  const shopper = await shop.newShopper();
  await shopper.put(await shop.newProduct({ priceToman: 70_000 }));
  const { cardNumber } = shopper;
  const started = await (purpose === "cart_checkout"
    ? shopper.initiate()
    : shopper.ask(initiatePayment, { body: { purpose, amount: 70_000, cardNumber } }));
  const authority = authorityOf(started);
  await shop.sandbox.pay(authority);
  await shop.sandbox.plan({ provider: "zarinpal", call: "verify", ...fault });
  expect((await shopper.verify(authority)).body).toMatchObject({
    success: false,
    error: "پرداخت شما نیاز به بررسی دارد.",
  });
  const [row] = await shop.sql<{ id: string }>(
    "SELECT id FROM payment WHERE authority = ?1 AND state = 'review'",
    authority,
  );
  return { shopper, authority, id: row?.id ?? "" };
}

/** Makes a refund in review: the bank's answer was lost, and the bank may have made the refund. */
async function refund(kind: "lost_answer" | "http_500" = "lost_answer") {
  const shopper = await shop.newShopper();
  await shopper.put(await shop.newProduct({ deliveryType: "manual", priceToman: 60_000 }));
  const authority = await shopper.payAtBank();
  const [order] = await shopper.orders();
  expect(
    (await shopper.ask(cancelOrder, { params: { orderId: order?.id ?? "" }, body: {} })).status,
  ).toBe(200);
  await shop.sandbox.plan({ provider: "zarinpal", call: "refund", kind });
  await shop.runJobs();
  const [row] = await shop.sql<{ id: string }>(
    "SELECT id FROM refund WHERE user_id = ?1 AND state = 'review'",
    shopper.id,
  );
  return { shopper, authority, id: row?.id ?? "" };
}

describe("the list of reviews", () => {
  test("names each payment and refund as the gateway's panel does, oldest first, in pages", async () => {
    const [one, other, third] = [
      await payment("cart_checkout"),
      await refund(),
      await payment("wallet_topup"),
    ];
    const page = await list({ limit: 2 });
    expect(page.reviews).toMatchObject([
      {
        id: one.id,
        kind: "payment",
        amount: 70_000,
        authority: one.authority,
        reason: "the gateway knows another amount",
      },
      { id: other.id, kind: "refund", amount: 60_000, authority: other.authority, reason: null },
    ]);
    expect(page.reviews[1]?.refId).toMatch(/^\d+$/);
    const rest = await list({ limit: 2, cursor: page.nextCursor ?? "" });
    expect(rest).toMatchObject({ reviews: [{ id: third.id }], nextCursor: null });
    for (const { id } of [one, other, third]) expect((await end(id, "on_card")).status).toBe(200);
    expect(await list()).toEqual({ reviews: [], nextCursor: null });
  });

  test("is read from indexes", async () => {
    const { plan } = await shop.measure((db) => findReviews(db, OLDEST, 51));
    expect(plan.join("\n")).toContain("payment_in_review");
    expect(plan.join("\n")).toContain("refund_in_review");
    expect(plan.filter((step) => /SCAN|TEMP/.test(step))).toEqual([]);
  });

  test("accepts one valid decision for each, with a note", async () => {
    const { id } = await payment("wallet_topup");
    for (const [moneyIs, note] of [
      ["elsewhere", "دیده شد"],
      [undefined, "دیده شد"],
      ["on_card", ""],
      ["on_card", null],
    ])
      expect(await end(id, moneyIs, note)).toMatchObject({
        status: 422,
        body: { code: "invalid" },
      });
    expect(await end("none", "on_card")).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
    expect((await list()).reviews.map((review) => review.id)).toEqual([id]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => end(id, "in_shop")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array<number>(5).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "decided" });
    expect(await end(id, "on_card")).toMatchObject({ status: 409, body: { code: "decided" } });
    expect(
      await shop.sql(
        "SELECT operator, subject, verdict, note FROM desk_decision WHERE subject_id = ?1",
        id,
      ),
    ).toEqual([
      { operator: "local", subject: "payment", verdict: "in_shop", note: "در پنل درگاه دیده شد" },
    ]);
  });
});

describe("a payment in review", () => {
  test.each(["cart_checkout", "wallet_topup"] as const)(
    "for %s goes to the wallet once, with an SMS, when the shop has the money",
    async (purpose) => {
      const { shopper, authority, id } = await payment(purpose);
      expect(await shopper.balance()).toBe(0);
      expect(await end(id, "in_shop")).toMatchObject({
        status: 200,
        body: { message: "مبلغ به کیف پول شخص افزوده شد." },
      });
      expect(await shopper.balance()).toBe(70_000);
      expect(await shopper.orders()).toEqual([]);
      expect(await walletOf(shopper)).toEqual([["deposit", "completed", 70_000]]);
      await shop.runJobs();
      expect(await textsTo(shopper)).toEqual(["ارمغان\nکیف پول شما 70000 تومان شارژ شد."]);
      expect((await shopper.verify(authority)).body).toMatchObject({
        success: true,
        amount: 70_000,
        newBalance: 70_000,
      });
      expect(
        (await auditAgainstGateway(shop)).filter((finding) => finding.includes(authority)),
      ).toEqual([]);
    },
  );

  test("stays in review when the gateway does not confirm it", async () => {
    const { shopper, id } = await payment("wallet_topup");
    await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind: "code", code: -50 });
    expect(await end(id, "in_shop")).toMatchObject({ status: 409, body: { code: "not_paid" } });
    await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind: "http_500" });
    expect(await end(id, "in_shop")).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(await shopper.balance()).toBe(0);
    expect((await list()).reviews.map((review) => review.id)).toEqual([id]);
    expect((await end(id, "in_shop")).status).toBe(200);
  });

  test("with the reference of another payment is not credited", async () => {
    const [known, second] = [await payment("wallet_topup"), await payment("wallet_topup")];
    expect((await end(known.id, "in_shop")).status).toBe(200);
    const { payments } = await shop.sandbox.books();
    const refIdOf = (authority: string) =>
      String(payments.find((row) => row.authority === authority)?.refId);
    await shop.sql(
      "UPDATE payment SET ref_id = ?2 WHERE id = ?1",
      known.id,
      refIdOf(second.authority),
    );
    expect(await end(second.id, "in_shop")).toMatchObject({
      status: 409,
      body: { code: "reference_known" },
    });
    expect(await second.shopper.balance()).toBe(0);
    expect((await end(second.id, "on_card")).status).toBe(200);
    await shop.sql(
      "UPDATE payment SET ref_id = ?2 WHERE id = ?1",
      known.id,
      refIdOf(known.authority),
    );
  });

  test.each(["cart_checkout", "wallet_topup"] as const)(
    "for %s moves nothing when the money is on the card",
    async (purpose) => {
      const { shopper, authority, id } = await payment(purpose);
      expect(await end(id, "on_card")).toMatchObject({
        status: 200,
        body: { message: "ثبت شد که مبلغ به کارت بازگشته است." },
      });
      expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
      await shop.turnClock(30 * MINUTE);
      await shop.runJobs();
      expect(await shopper.balance()).toBe(0);
      expect(await walletOf(shopper)).toEqual(
        purpose === "wallet_topup" ? [["deposit", "failed", 70_000]] : [],
      );
      expect(await textsTo(shopper)).toEqual([]);
      await shop.turnClock(31 * 24 * 60 * MINUTE);
      expect(
        (
          await byTwo(shop, forgetPerson, {
            params: { id: shopper.id },
            body: { reason: "به درخواست خودش" },
          })
        ).status,
      ).toBe(200);
    },
  );

  test("of a forgotten person cannot go to a wallet", async () => {
    const shopper = await shop.newShopper();
    const { cardNumber } = shopper;
    const body = { purpose: "wallet_topup" as const, amount: 70_000, cardNumber };
    const authority = authorityOf(await shopper.ask(initiatePayment, { body }));
    for (const minutes of [16, 22, 40, 110, 480, 2000, 4000]) {
      await shop.turnClock(minutes * MINUTE);
      await shop.runJobs();
    }
    expect(
      (
        await byTwo(shop, forgetPerson, {
          params: { id: shopper.id },
          body: { reason: "به درخواست خودش" },
        })
      ).status,
    ).toBe(200);
    await shop.sandbox.pay(authority);
    await shop.runJobs();
    const [review] = (await list()).reviews;
    expect(review).toMatchObject({ authority, reason: "paid with another card" });
    expect(await end(review?.id ?? "", "in_shop")).toMatchObject({
      status: 409,
      body: { code: "forgotten" },
    });
    expect((await end(review?.id ?? "", "on_card")).status).toBe(200);
  });
});

describe("a refund in review", () => {
  test("is settled when it has reached the card", async () => {
    const { shopper, id } = await refund();
    const answers = await Promise.all(Array.from({ length: 4 }, () => end(id, "on_card")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await shopper.balance()).toBe(0);
    expect(await walletOf(shopper)).toEqual([["refund", "completed", 60_000]]);
    expect(await refundOf(shopper)).toEqual({
      toWallet: 0,
      toCard: 60_000,
      withheld: 0,
      isSettled: true,
    });
  });

  test("goes to the wallet, with an SMS, when the gateway did not make it", async () => {
    const { shopper, id } = await refund("http_500");
    expect((await end(id, "in_shop")).status).toBe(200);
    expect(await shopper.balance()).toBe(60_000);
    await shop.runJobs();
    expect(await textsTo(shopper)).toEqual(["ارمغان\nکیف پول شما 60000 تومان شارژ شد."]);
    expect(await refundOf(shopper)).toEqual({
      toWallet: 60_000,
      toCard: 0,
      withheld: 0,
      isSettled: true,
    });
  });

  test("is not paid twice: the gateway is asked first, and both forms of its answer are understood", async () => {
    const { shopper, id } = await refund();
    expect(await end(id, "in_shop")).toMatchObject({ status: 409, body: { code: "refund_made" } });
    await shop.sandbox.plan({ provider: "zarinpal", call: "askRefund", kind: "other_shape" });
    expect(await end(id, "in_shop")).toMatchObject({ status: 409, body: { code: "refund_made" } });
    expect(await shopper.balance()).toBe(0);
    expect((await end(id, "on_card")).status).toBe(200);
    expect(await shopper.balance()).toBe(0);
  });

  test("stays in review while the gateway's answer is unclear, and goes to the wallet when the bank failed", async () => {
    const { shopper, id } = await refund();
    for (const fault of [
      { call: "session", kind: "http_500" },
      { call: "session", kind: "wrong_types" },
      { call: "askRefund", kind: "http_500" },
      { call: "askRefund", kind: "html" },
      { call: "askRefund", kind: "wrong_types" },
      { call: "askRefund", kind: "code", code: -50 },
    ] as const) {
      await shop.sandbox.plan({ provider: "zarinpal", ...fault });
      expect([fault, await end(id, "in_shop")]).toMatchObject([
        fault,
        { status: 503, body: { code: "unavailable" } },
      ]);
    }
    expect(await shopper.balance()).toBe(0);
    // The bank could not complete the refund.
    await shop.sandbox.plan({ provider: "zarinpal", call: "askRefund", kind: "wrong_amount" });
    expect((await end(id, "in_shop")).status).toBe(200);
    expect(await shopper.balance()).toBe(60_000);
  });
});
