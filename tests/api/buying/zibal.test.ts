import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Gateway, PaymentRequest } from "../../../api/outside/gateway.ts";
import { createZibal } from "../../../api/outside/zibal.ts";
import { adoptPayment, listPayments, listStrayPayments } from "../../../contract/desk/payment.ts";
import { getGateways, initiatePayment } from "../../../contract/payment.ts";
import { cancelOrder } from "../../../contract/order.ts";
import { auditAgainstGateway } from "../../support/gateway-audit.ts";
import type { FaultPlan } from "../../support/sandbox.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { useShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

/** A shop with both gateways. Other tests use a shop with one. */
const shop = useShop({ audit: true, zibal: true, shopVars: { PROVIDER_TIMEOUT_MS: "2000" } });
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
  // Otherwise the jobs of the next test would find refunds that this test left waiting.
  await shop.sql("UPDATE refund SET next_attempt_at = NULL");
  warn.mockClear();
});

const fails = (call: FaultPlan["call"], kind: FaultPlan["kind"], more: Partial<FaultPlan> = {}) =>
  shop.sandbox.plan({ provider: "zibal", call, kind, ...more });
/** Lets both gateways answer another shopper, so that neither counts as silent. */
async function forgetSilence() {
  const other = await shop.newShopper();
  for (const gateway of ["zarinpal", "zibal"] as const)
    expect((await topUp(other, gateway)).status).toBe(200);
}
const offered = async (shopper: TestShopper) => (await shopper.ask(getGateways)).body.gateways;
const paymentsOf = (shopper: TestShopper) =>
  shop.sql("SELECT gateway, state FROM payment WHERE user_id = ?1 ORDER BY created_at", shopper.id);
const incomeOf = (shopper: TestShopper) =>
  shop.sql(
    `SELECT t.kind, t.debit_account_id AS source, t.amount_toman AS toman
     FROM transfer t JOIN payment p ON p.id = t.payment_id WHERE p.user_id = ?1
       AND t.debit_account_id GLOB 'gateway:*'`,
    shopper.id,
  );

async function atZibal(options: { balanceToman?: number; isManual?: boolean } = {}) {
  const { isManual = false, ...more } = options;
  const product = await shop.newProduct({
    stock: 2,
    priceToman: 100_000,
    ...(isManual && { deliveryType: "manual" }),
  });
  const shopper = await shop.newShopper(more);
  await shopper.put(product);
  const started = await shopper.initiate({ gateway: "zibal", isUsedWallet: true });
  expect(started.status).toBe(200);
  return { product, shopper, started, authority: authorityOf(started) };
}

async function boughtAtZibal() {
  const here = await atZibal({ isManual: true });
  await shop.sandbox.pay(here.authority);
  expect((await here.shopper.verify(here.authority)).body).toMatchObject({ success: true });
  const [order] = await here.shopper.orders();
  return { ...here, orderId: order?.id ?? "" };
}

test("the last code, held for one gateway, passes to a payment at the other, and back", async () => {
  const product = await shop.newProduct({ stock: 1, priceToman: 100_000 });
  const shopper = await shop.newShopper({ balanceToman: 30_000 });
  await shopper.put(product);
  const authorities: string[] = [];
  for (const gateway of ["zarinpal", "zibal", "zarinpal"] as const) {
    const started = await shopper.initiate({ gateway, isUsedWallet: true });
    expect(started).toMatchObject({ status: 200, body: { walletDeduction: 30_000 } });
    authorities.push(authorityOf(started));
  }
  const [, second = "", third = ""] = authorities;
  for (const authority of [third, second]) await shop.sandbox.pay(authority);
  expect((await shopper.verify(third)).body).toMatchObject({ purpose: "cart_checkout" });
  expect((await shopper.verify(second)).body).toMatchObject({ purpose: "other" });
  expect(await shopper.balance()).toBe(70_000);
});

const topUp = (shopper: TestShopper, gateway: "zibal" | "zarinpal" = "zibal") =>
  shopper.ask(initiatePayment, {
    body: { purpose: "wallet_topup", amount: 70_000, cardNumber: shopper.cardNumber, gateway },
  });

const order: PaymentRequest = {
  amountToman: 128_000,
  orderRef: "order-1",
  callbackUrl: "http://localhost:4321/payment/zibal",
  description: "خرید از ارمغان",
  phone: "9121234567",
  cardNumber: "6219861034529007",
};
/** A client of the gateway, separate from the shop's own client. */
let gateway: Gateway;
beforeAll(() => {
  const origin = `${shop.stack.bankUrl}/sandbox/zibal`;
  gateway = createZibal({
    origin,
    pageOrigin: origin,
    apiOrigin: origin,
    merchant: "zibal",
    accessToken: "sandbox",
    accountId: "1001",
    timeoutMs: 2_000,
    now: Date.now,
  });
});
/** Makes a paid payment for which the shop has no row, and returns its authority. */
async function paidAtTheBank(changes: Partial<PaymentRequest> = {}) {
  const accepted = await gateway.request({ ...order, ...changes });
  if (accepted.kind !== "accepted") throw new Error(accepted.kind);
  await shop.sandbox.pay(accepted.authority);
  return accepted.authority;
}

describe("paying at Zibal", () => {
  test("delivers once, however often the shopper returns, and books the sum to Zibal", async () => {
    const { shopper, started, authority } = await atZibal({ balanceToman: 30_000 });
    expect(started.body.url).toMatch(/\/sandbox\/zibal\/start\/\d+$/);
    expect(authority).toMatch(/^Z\d+$/);
    await shop.sandbox.pay(authority);
    const answers = await Promise.all([
      shopper.verify(authority),
      shopper.verify(authority),
      shop.runJobs().then(() => shopper.verify(authority)),
    ]);
    for (const { body } of answers) expect(body).toMatchObject({ success: true, amount: 70_000 });
    expect(await shopper.orders()).toMatchObject([{ gateway: "zibal" }]);
    expect((await shop.desk(listPayments)).body.movements[0]).toMatchObject({
      kind: "payment",
      gateway: "zibal",
    });
    expect(await incomeOf(shopper)).toEqual([
      { kind: "order_gateway", source: "gateway:zibal", toman: 70_000 },
    ]);
    expect(await auditAgainstGateway(shop)).toEqual([]);
  });

  test("finds a payment whose shopper did not come back, also when the answer to the check was lost", async () => {
    const { shopper, authority } = await atZibal();
    await shop.sandbox.pay(authority);
    await fails("verify", "lost_answer");
    await shop.turnClock(3 * MINUTE);
    await shop.runJobs("payments");
    expect(await shopper.orders()).toEqual([]);
    // The payment is verified already: the gateway answers 201 without an amount, so the shop
    // learns the amount by an inquiry.
    await shop.turnClock(5 * MINUTE);
    await shop.runJobs("payments");
    expect(await paymentsOf(shopper)).toEqual([{ gateway: "zibal", state: "paid" }]);
  });

  test("fills the wallet once when the jobs find the payment in Zibal's list after the hold", async () => {
    const shopper = await shop.newShopper();
    const authority = authorityOf(await topUp(shopper));
    await shop.turnClock(20 * MINUTE);
    await shop.runJobs("payments");
    expect(await paymentsOf(shopper)).toEqual([{ gateway: "zibal", state: "expired" }]);
    await shop.sandbox.pay(authority);
    await shop.runJobs("unverified");
    await shop.runJobs("unverified");
    expect(await shopper.balance()).toBe(70_000);
  });

  test.each(["timeout", "http_500", "html", "wrong_types", "redirect"] as const)(
    "tells the shopper after %s that the result is not known yet, and delivers later",
    async (kind) => {
      const { shopper, authority } = await atZibal();
      await shop.sandbox.pay(authority);
      await fails("verify", kind);
      expect((await shopper.verify(authority)).body).toMatchObject({ code: "payment_unknown" });
      expect((await shopper.verify(authority)).body).toMatchObject({ success: true });
    },
  );

  test("with another amount goes to review and delivers no codes", async () => {
    const { shopper, authority } = await atZibal();
    await shop.sandbox.pay(authority);
    await fails("verify", "wrong_amount");
    expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
    expect(await paymentsOf(shopper)).toEqual([{ gateway: "zibal", state: "review" }]);
    expect(await shopper.orders()).toEqual([]);
  });

  test("without a row in the shop is credited when an operator says whose payment it is", async () => {
    const shopper = await shop.newShopper();
    const authority = await paidAtTheBank({ amountToman: 70_000, cardNumber: shopper.cardNumber });
    await shop.runJobs("unverified");
    expect((await shop.desk(listStrayPayments)).body.strayPayments).toContainEqual(
      expect.objectContaining({ authority, amount: 70_000 }),
    );
    const body = { authority, amount: 70_000, personId: shopper.id };
    expect((await shop.desk(adoptPayment, { body })).status).toBe(200);
    expect(await incomeOf(shopper)).toEqual([
      { kind: "topup", source: "gateway:zibal", toman: 70_000 },
    ]);
  });
});

describe("the choice of gateways", () => {
  test("offers both, Zarinpal first, and a request that names none uses the first", async () => {
    await forgetSilence();
    const shopper = await shop.newShopper();
    expect(await offered(shopper)).toEqual(["zarinpal", "zibal"]);
    await shopper.put(await shop.newProduct());
    await shopper.initiate();
    expect(await paymentsOf(shopper)).toEqual([{ gateway: "zarinpal", state: "pending" }]);
  });

  test("leaves out a silent gateway until it answers again or five minutes are over", async () => {
    await forgetSilence();
    const shopper = await shop.newShopper();
    await shopper.put(await shop.newProduct({ stock: 1 }));
    await shop.sandbox.plan({ provider: "zarinpal", call: "request", kind: "http_500" });
    expect((await shopper.initiate({ gateway: "zarinpal" })).body).toMatchObject({
      code: "gateway_down",
      message: "درگاه زرین‌پال پاسخ نداد. با درگاه زیبال بپردازید یا کمی بعد دوباره تلاش کنید.",
    });
    expect(await offered(shopper)).toEqual(["zibal"]);
    // The last code, held for the silent gateway, is still there for the shopper's other payment.
    expect((await shopper.initiate({ gateway: "zibal" })).status).toBe(200);
    expect(await paymentsOf(shopper)).toEqual([
      { gateway: "zarinpal", state: "expired" },
      { gateway: "zibal", state: "pending" },
    ]);
    const other = await shop.newShopper();
    expect((await topUp(other, "zarinpal")).status).toBe(200);
    expect(await offered(shopper)).toEqual(["zarinpal", "zibal"]);
    await fails("request", "html");
    expect((await topUp(other)).status).toBe(503);
    expect(await offered(shopper)).toEqual(["zarinpal"]);
    await shop.turnClock(6 * MINUTE);
    expect(await offered(shopper)).toEqual(["zarinpal", "zibal"]);
  });

  test("offers both when both are silent", async () => {
    await forgetSilence();
    const shopper = await shop.newShopper();
    for (const gateway of ["zarinpal", "zibal"] as const) {
      await shop.sandbox.plan({ provider: gateway, call: "request", kind: "http_500" });
      expect((await topUp(shopper, gateway)).status).toBe(503);
    }
    expect(await offered(shopper)).toEqual(["zarinpal", "zibal"]);
    await forgetSilence();
  });

  test.each([
    [113, "amount_out_of_range"],
    [115, "gateway_refused"],
  ])("does not treat a refusal with result %i (%s) as silence", async (code, means) => {
    await forgetSilence();
    const shopper = await shop.newShopper();
    await fails("request", "code", { code });
    expect((await topUp(shopper)).body).toMatchObject({ code: means });
    expect(await offered(shopper)).toEqual(["zarinpal", "zibal"]);
  });
});

describe("a refund through Zibal", () => {
  const stateOf = async (orderId: string) =>
    (await shop.sql("SELECT state FROM refund WHERE order_id = ?1", orderId))[0]?.["state"];
  const runRefunds = () => shop.runJobs("refunds", "refunds under way");
  const cancelled = async () => {
    const here = await boughtAtZibal();
    expect(
      (await here.shopper.ask(cancelOrder, { params: { orderId: here.orderId }, body: {} })).status,
    ).toBe(200);
    return here;
  };

  test("is requested once, and its state is read until it is final", async () => {
    const { orderId, authority } = await cancelled();
    await Promise.all([runRefunds(), runRefunds()]);
    expect(await stateOf(orderId)).toBe("sent");
    await vi.waitFor(
      async () => {
        await shop.sql("UPDATE refund SET next_attempt_at = 1 WHERE state = 'sent'");
        await runRefunds();
        expect(await stateOf(orderId)).toBe("done");
      },
      { timeout: 30_000, interval: 500 },
    );
    expect(await shop.sandbox.refunds(authority)).toMatchObject([{ amountRial: 1_000_000 }]);
    expect(
      await shop.sql(
        "SELECT credit_account_id AS id FROM transfer WHERE kind = 'refund_paid' AND order_id = ?1",
        orderId,
      ),
    ).toEqual([{ id: "gateway:zibal" }]);
    const differences = await auditAgainstGateway(shop);
    expect(differences.filter((difference) => difference.includes(authority))).toEqual([]);
  });

  test("whose answer was lost is found by the inquiry, and not requested again", async () => {
    const { orderId, authority } = await cancelled();
    await fails("refund", "lost_answer");
    await runRefunds();
    expect(await stateOf(orderId)).toBe("sent");
    await runRefunds();
    expect(await shop.sandbox.refunds(authority)).toHaveLength(1);
  });

  test("goes to review when neither its answer nor the inquiry shows its result", async () => {
    const { orderId, authority } = await cancelled();
    await fails("refund", "http_500");
    await runRefunds();
    expect(await stateOf(orderId)).toBe("review");
    await runRefunds();
    expect(await shop.sandbox.refunds(authority)).toHaveLength(0);
  });

  test("is not requested while the inquiry before it gets no answer", async () => {
    const { orderId, authority } = await cancelled();
    await fails("askRefund", "html");
    await runRefunds();
    expect(await stateOf(orderId)).toBe("due");
    expect(await shop.sandbox.refunds(authority)).toHaveLength(0);
  });

  test("goes to review when the payment was already refunded in the panel", async () => {
    const { orderId, authority } = await cancelled();
    await fetch(`${shop.stack.bankUrl}/sandbox/zibal/v1/account/refund`, {
      method: "POST",
      headers: { authorization: "Bearer panel" },
      body: JSON.stringify({ accountId: "1001", trackId: Number(authority.slice(1)) }),
    });
    await runRefunds();
    expect(await stateOf(orderId)).toBe("review");
    expect(await shop.sandbox.refunds(authority)).toHaveLength(1);
  });
});

describe("the client of Zibal", () => {
  test("sends amounts in rial and the order's id, and gets the same answer to a second verification", async () => {
    const authority = await paidAtTheBank();
    const asked = { authority, amountToman: 128_000, orderRef: "order-1" };
    const first = await gateway.verify(asked);
    expect(first).toEqual({
      kind: "verified",
      refId: expect.stringMatching(/^\d+$/) as string,
      cardMasked: "62198****07",
    });
    expect(await gateway.verify(asked)).toEqual({ ...first, kind: "already_verified" });
    const { payments } = await shop.sandbox.books();
    expect(payments.find((payment) => payment.authority === authority)).toMatchObject({
      amountRial: 1_280_000,
      orderId: "order-1",
    });
  });

  test("compares amount and order itself, without relying on the gateway", async () => {
    const authority = await paidAtTheBank();
    const mismatch = { kind: "amount_mismatch" };
    expect(await gateway.verify({ authority, amountToman: 12_800 })).toEqual(mismatch);
    expect(await gateway.verify({ authority, amountToman: 128_000, orderRef: "order-2" })).toEqual(
      mismatch,
    );
  });

  test("tells an unpaid payment from an unknown one", async () => {
    const accepted = await gateway.request(order);
    const authority = accepted.kind === "accepted" ? accepted.authority : "";
    expect(await gateway.verify({ authority, amountToman: 128_000 })).toEqual({ kind: "not_paid" });
    expect(await gateway.verify({ authority: "Z123456789", amountToman: 128_000 })).toEqual({
      kind: "invalid",
    });
  });

  test.each([102, 103, 115, 0])("treats a verification with answer %i as unknown", async (code) => {
    const authority = await paidAtTheBank();
    await fails("verify", "code", { code });
    expect(await gateway.verify({ authority, amountToman: 128_000 })).toEqual({ kind: "unknown" });
  });

  test("treats a verification as unknown when the inquiry after answer 201 fails", async () => {
    const authority = await paidAtTheBank();
    await gateway.verify({ authority, amountToman: 128_000 });
    await fails("inquiry", "html");
    expect(await gateway.verify({ authority, amountToman: 128_000 })).toEqual({ kind: "unknown" });
  });

  test("lists unverified payments, and returns no list if the answer cannot be read", async () => {
    const authority = await paidAtTheBank();
    expect(await gateway.listUnverified()).toContainEqual({ authority, amountToman: 128_000 });
    for (const kind of ["html", "wrong_types", "http_500"] as const) {
      await fails("unVerified", kind);
      expect(await gateway.listUnverified()).toBeNull();
    }
    await fails("unVerified", "code", { code: 3 });
    expect(await gateway.listUnverified()).toBeNull();
  });

  test("writes no card number into the log of errors", async () => {
    await fails("request", "html");
    expect(await gateway.request(order)).toEqual({ kind: "unknown" });
    expect(JSON.stringify(warn.mock.calls)).not.toContain(order.cardNumber);
    expect(warn).toHaveBeenCalled();
  });
});
