import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Gateway, PaymentRequest } from "../../../api/outside/gateway.ts";
import { createKavenegar } from "../../../api/outside/kavenegar.ts";
import { createZarinpal } from "../../../api/outside/zarinpal.ts";
import { createZibalInquiry } from "../../../api/outside/zibal-inquiry.ts";
import { GATEWAY_MAX_TOMAN } from "../../../contract/payment.ts";
import { sendTo } from "../../support/raw-http.ts";
import { type FaultPlan, createSandbox } from "../../support/sandbox.ts";
import { type TestStack, openStack } from "../../support/stack.ts";

const HASTE_MS = 500;
const merchantId = "2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69";
const card = "6219861034529007";
const otherCard = "5022291083818920";
const order: PaymentRequest = {
  amountToman: 128_000,
  orderRef: "order-1",
  callbackUrl: "http://localhost:4321/payment/verify?from=bank",
  description: "خرید از ارمغان",
  phone: "9121234567",
  cardNumber: card,
};

let stack: TestStack;
let bank: Omit<Parameters<typeof createZarinpal>[0], "merchantId">;
/** A gateway client with the usual timeout. */
let gateway: Gateway;
/** A gateway client with a short timeout, for calls without an answer. */
let hasty: Gateway;
let sandbox: ReturnType<typeof createSandbox>;
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});

beforeAll(async () => {
  stack = await openStack({ shop: false });
  sandbox = createSandbox(stack.bankUrl);
  bank = {
    origin: `${stack.bankUrl}/sandbox/zarinpal`,
    pageOrigin: `${stack.bankUrl}/sandbox/zarinpal`,
    graphqlOrigin: `${stack.bankUrl}/sandbox/zarinpal`,
    accessToken: "sandbox",
    terminalId: "1915487",
    timeoutMs: 8_000,
  };
  gateway = createZarinpal({ ...bank, merchantId });
  hasty = createZarinpal({ ...bank, merchantId, timeoutMs: HASTE_MS });
});
afterAll(async () => {
  warn.mockRestore();
  await stack?.close();
});
afterEach(async () => {
  await sandbox.clearFaults();
  warn.mockClear();
});

async function opened(
  changes: Partial<PaymentRequest> = {},
): Promise<{ authority: string; url: string }> {
  const outcome = await gateway.request({ ...order, ...changes });
  if (outcome.kind !== "accepted") throw new Error(`Not accepted: ${outcome.kind}`);
  return outcome;
}

async function paid(): Promise<string> {
  const { authority } = await opened();
  await sandbox.pay(authority);
  return authority;
}

const sandboxSms = { apiKey: "sandbox", timeoutMs: 8_000 };

/** Returns the client for calls with this fault. */
const facing = (kind: FaultPlan["kind"]) => (kind === "timeout" ? hasty : gateway);

const unclear: FaultPlan["kind"][] = [
  "timeout",
  "lost_answer",
  "http_500",
  "html",
  "redirect",
  "huge",
  "wrong_types",
];

describe("a request for a payment at Zarinpal", () => {
  it("opens a payment at the bank's page", async () => {
    const { authority, url } = await opened();
    expect(authority).toMatch(/^S\d{35}$/);
    expect(url).toBe(`${stack.bankUrl}/sandbox/zarinpal/pg/StartPay/${authority}`);
    const page = await (await fetch(url)).text();
    expect(page).toContain("درگاه آزمایشی");
    expect(page).toContain("۱۲۸٬۰۰۰");
    expect(page).toContain(order.description);
  });

  it("is refused below the smallest amount, with the bank's code", async () => {
    expect(await gateway.request({ ...order, amountToman: 999 })).toEqual({
      kind: "refused",
      reason: "terminal",
      providerCode: -9,
    });
    expect((await gateway.request({ ...order, amountToman: 1_000 })).kind).toBe("accepted");
  });

  it("is refused above the largest amount of the contract", async () => {
    const largest = { ...order, amountToman: GATEWAY_MAX_TOMAN };
    expect((await gateway.request(largest)).kind).toBe("accepted");
    expect(await gateway.request({ ...order, amountToman: GATEWAY_MAX_TOMAN + 1 })).toEqual({
      kind: "refused",
      reason: "amount",
      providerCode: -41,
    });
  });

  it("is sent to a relay, and the shopper pays at the gateway's own page", async () => {
    const relayed = createZarinpal({ ...bank, pageOrigin: "https://bank.example", merchantId });
    expect(await relayed.request(order)).toMatchObject({
      kind: "accepted",
      url: expect.stringMatching(/^https:\/\/bank\.example\/pg\/StartPay\/S\w{35}$/) as string,
    });
  });

  it("is refused for an unknown merchant", async () => {
    const stranger = createZarinpal({ ...bank, merchantId: "nobody" });
    expect(await stranger.request(order)).toMatchObject({ kind: "refused", reason: "terminal" });
  });

  it("cuts a description that the bank would refuse", async () => {
    expect((await gateway.request({ ...order, description: "ا".repeat(600) })).kind).toBe(
      "accepted",
    );
  });

  it.each(unclear)("has an unknown result after %s", async (kind) => {
    await sandbox.plan({ provider: "zarinpal", call: "request", kind });
    expect(await facing(kind).request(order)).toEqual({ kind: "unknown" });
    expect((await gateway.request(order)).kind).toBe("accepted");
  });

  it("has an unknown result when the bank answers that it does not know", async () => {
    await sandbox.plan({ provider: "zarinpal", call: "request", kind: "code", code: -52 });
    expect(await gateway.request(order)).toEqual({ kind: "unknown" });
  });
});

describe("verifying with Zarinpal", () => {
  it("verifies once, and then reports it as already verified", async () => {
    const authority = await paid();
    const first = await gateway.verify({ authority, amountToman: order.amountToman });
    expect(first).toEqual({
      kind: "verified",
      refId: expect.stringMatching(/^\d+$/),
      cardMasked: "621986******9007",
    });
    expect(await gateway.verify({ authority, amountToman: order.amountToman })).toEqual({
      ...first,
      kind: "already_verified",
    });
  });

  it("verifies once among twenty calls at once", async () => {
    const authority = await paid();
    const asked = Array.from({ length: 20 }, () =>
      gateway.verify({ authority, amountToman: order.amountToman }),
    );
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "verified")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "already_verified")).toHaveLength(19);
  });

  it("reports payments that are open, cancelled or paid by another card as not paid", async () => {
    const waiting = await opened();
    expect(
      await gateway.verify({ authority: waiting.authority, amountToman: order.amountToman }),
    ).toEqual({ kind: "not_paid" });
    await sandbox.cancel(waiting.authority);
    expect(
      await gateway.verify({ authority: waiting.authority, amountToman: order.amountToman }),
    ).toEqual({ kind: "not_paid" });
    const strange = await opened();
    await sandbox.pay(strange.authority, otherCard);
    expect(
      await gateway.verify({ authority: strange.authority, amountToman: order.amountToman }),
    ).toEqual({ kind: "not_paid" });
  });

  it("reports another amount and leaves the payment to be verified", async () => {
    const authority = await paid();
    expect(await gateway.verify({ authority, amountToman: order.amountToman * 10 })).toEqual({
      kind: "amount_mismatch",
    });
    await sandbox.plan({ provider: "zarinpal", call: "verify", kind: "wrong_amount" });
    expect(await gateway.verify({ authority, amountToman: order.amountToman })).toEqual({
      kind: "amount_mismatch",
    });
    expect((await gateway.verify({ authority, amountToman: order.amountToman })).kind).toBe(
      "verified",
    );
  });

  it("reports an unknown or another merchant's authority as invalid", async () => {
    const nobody = `S${"0".repeat(35)}`;
    expect(await gateway.verify({ authority: nobody, amountToman: 1_000 })).toEqual({
      kind: "invalid",
    });
    const other = createZarinpal({ ...bank, merchantId: "7b0f7a34-0d5c-4c79-b6c3-5a1d7f6f9a10" });
    expect(await other.verify({ authority: await paid(), amountToman: order.amountToman })).toEqual(
      { kind: "invalid" },
    );
    await sandbox.plan({ provider: "zarinpal", call: "verify", kind: "code", code: -55 });
    expect(await gateway.verify({ authority: nobody, amountToman: 1_000 })).toEqual({
      kind: "invalid",
    });
  });

  it.each(unclear)("has an unknown result after %s, and a retry resolves it", async (kind) => {
    const authority = await paid();
    await sandbox.plan({ provider: "zarinpal", call: "verify", kind });
    expect(await facing(kind).verify({ authority, amountToman: order.amountToman })).toEqual({
      kind: "unknown",
    });
    const again = await gateway.verify({ authority, amountToman: order.amountToman });
    expect(again.kind).toBe(kind === "lost_answer" ? "already_verified" : "verified");
  });

  it.each([-9, -10, -11, -12, -15, -52])("treats code %i as unknown, not refused", async (code) => {
    const authority = await paid();
    await sandbox.plan({ provider: "zarinpal", call: "verify", kind: "code", code });
    expect(await gateway.verify({ authority, amountToman: order.amountToman })).toEqual({
      kind: "unknown",
    });
  });

  it("has an unknown result when nothing answers", async () => {
    const nowhere = createZarinpal({ ...bank, origin: "http://127.0.0.1:9", merchantId });
    expect(await nowhere.verify({ authority: "S1", amountToman: 1_000 })).toEqual({
      kind: "unknown",
    });
  });
});

describe("Zarinpal's list of unverified payments", () => {
  it("contains paid and unverified payments, in toman", async () => {
    const authority = await paid();
    const isListed = async () =>
      (await gateway.listUnverified())?.find((payment) => payment.authority === authority);
    expect(await isListed()).toEqual({ authority, amountToman: order.amountToman });
    await gateway.verify({ authority, amountToman: order.amountToman });
    expect(await isListed()).toBeUndefined();
  });

  it.each(unclear)("has an unknown result after %s", async (kind) => {
    await paid();
    await sandbox.plan({ provider: "zarinpal", call: "unVerified", kind });
    expect(await facing(kind).listUnverified()).toBeNull();
  });
});

describe("the bank's page", () => {
  const send = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

  it("takes the money once and sends the shopper back", async () => {
    const { authority, url } = await opened();
    const back = await send(url, { cardNumber: "۶۲۱۹ ۸۶۱۰ ۳۴۵۲ ۹۰۰۷", deed: "pay" });
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toBe(
      `${order.callbackUrl}&Authority=${authority}&Status=OK`,
    );
    expect((await send(url, { cardNumber: card, deed: "pay" })).status).toBe(409);
    expect(await (await fetch(url)).text()).toContain("این پرداخت انجام شده است");
  });

  it("returns with NOK after cancelling or another card", async () => {
    const turned = await opened();
    expect((await send(turned.url, { deed: "cancel" })).headers.get("location")).toContain(
      "Status=NOK",
    );
    const strange = await opened();
    expect(
      (await send(strange.url, { cardNumber: otherCard, deed: "pay" })).headers.get("location"),
    ).toContain("Status=NOK");
  });

  it("asks again for an invalid card number, and is 404 for unknown payments", async () => {
    const { url } = await opened();
    const wrong = await send(url, { cardNumber: "6037991234567890", deed: "pay" });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("شمارهٔ کارت درست نیست.");
    expect((await fetch(`${stack.bankUrl}/sandbox/zarinpal/pg/StartPay/S000`)).status).toBe(404);
  });
});

/** An entry of a refund's timeline, as Zarinpal shows it. */
const entry = (amountRial: unknown, status: string) => ({
  refund_amount: amountRial,
  refund_time: "2026-11-22T10:00:00+03:30",
  refund_status: status,
});

describe("a refund through Zarinpal", () => {
  const refIdOf = async (authority: string) => {
    const { payments } = await sandbox.books();
    return String(payments.find((payment) => payment.authority === authority)?.refId);
  };
  const description = "بازگشت وجه";
  const give = async (authority: string, amountToman: number, by = gateway, earlierToman = 0) =>
    by.refund({
      authority,
      refId: await refIdOf(authority),
      paidToman: order.amountToman,
      earlierToman,
      amountToman,
      description,
    });
  async function verified(): Promise<string> {
    const authority = await paid();
    await gateway.verify({ authority, amountToman: order.amountToman });
    return authority;
  }

  it("takes time and returns no more than was paid", async () => {
    const authority = await paid();
    expect(await give(authority, 128_000)).toEqual({ kind: "refused" });
    await gateway.verify({ authority, amountToman: order.amountToman });
    expect(await give(authority, 1_999)).toEqual({ kind: "refused" });
    const first = await give(authority, 28_000);
    expect(first).toEqual({
      kind: "accepted",
      ref: expect.stringMatching(/^\d+$/) as string,
      isDone: false,
    });
    const ref = first.kind === "accepted" ? first.ref : "";
    const askRefund = (others = {}) =>
      gateway.askRefund({ ref, earlierToman: 28_000, amountToman: 100_000, ...others });
    expect(await askRefund({ earlierToman: 0, amountToman: 28_000 })).toBe("pending");
    expect(await give(authority, 100_001, gateway, 28_000)).toEqual({ kind: "refused" });
    expect((await give(authority, 100_000, gateway, 28_000)).kind).toBe("accepted");
    expect((await sandbox.refunds(authority)).map(({ amountRial }) => amountRial)).toEqual([
      280_000, 1_000_000,
    ]);
    await vi.waitFor(async () => expect(await askRefund()).toBe("done"), {
      timeout: 30_000,
      interval: 300,
    });
    expect(await askRefund({ amountToman: 100_001 })).toBe("pending");
    await sandbox.plan({ provider: "zarinpal", call: "askRefund", kind: "wrong_amount" });
    expect(await askRefund()).toBe("failed");
    expect(await askRefund({ ref: "999999" })).toBe("unknown");
  });

  it("is understood in the second form of answers, which Zarinpal's own clients know", async () => {
    const authority = await verified();
    const other = (call: "refund" | "askRefund", times = 1) =>
      sandbox.plan({ provider: "zarinpal", call, kind: "other_shape", times });
    await other("refund");
    const first = await give(authority, 28_000);
    expect(first).toMatchObject({ kind: "accepted", isDone: false });
    const ref = first.kind === "accepted" ? first.ref : "";
    await other("refund");
    expect(await give(authority, 50_000, gateway, 28_000)).toMatchObject({ kind: "accepted", ref });
    await other("askRefund", 99);
    const refund = { ref, earlierToman: 28_000, amountToman: 50_000 };
    expect(await gateway.askRefund(refund)).toBe("pending");
    await vi.waitFor(async () => expect(await gateway.askRefund(refund)).toBe("done"), {
      timeout: 30_000,
      interval: 300,
    });
    expect(await gateway.askRefund({ ...refund, amountToman: 50_001 })).toBe("pending");
  });

  it("is unknown when the answer shows only an earlier refund", async () => {
    const authority = await verified();
    expect((await give(authority, 60_000)).kind).toBe("accepted");
    await sandbox.plan({ provider: "zarinpal", call: "refund", kind: "old_state" });
    expect(await give(authority, 20_000, gateway, 60_000)).toEqual({ kind: "unknown" });
    expect(await sandbox.refunds(authority)).toHaveLength(1);
  });

  it.each([
    ["two entries, one under way", [entry(500, "DONE"), entry(500, "PENDING")], "pending"],
    ["two entries, one failed", [entry(500, "COMPLETED"), entry(500, "failed")], "failed"],
    ["an unknown state", entry(1_000, "PAID"), "pending"],
    ["less than the amount", entry(999, "SUCCESS"), "pending"],
    ["an amount as text", entry("1000", "success"), "done"],
    ["no entry", [], "unknown"],
    ["no timeline", null, "unknown"],
  ])("is read from its timeline: %s", async (_, timeline, progress) => {
    const told = createZarinpal({
      ...bank,
      merchantId,
      fetch: () =>
        Promise.resolve(Response.json({ data: { resource: { id: "1234567890", timeline } } })),
    });
    expect(await told.askRefund({ ref: "385404539", earlierToman: 50, amountToman: 50 })).toBe(
      progress,
    );
  });

  it("names the payment by the bank's own number, found by its reference", async () => {
    const authority = await verified();
    const refId = await refIdOf(authority);
    const refund = {
      authority,
      refId,
      paidToman: order.amountToman,
      earlierToman: 0,
      amountToman: 5_000,
      description,
    };
    for (const other of [
      { refId: "1" },
      { refId: authority },
      { paidToman: order.amountToman + 1 },
    ])
      expect(await gateway.refund({ ...refund, ...other })).toEqual({ kind: "not_read" });
    const elsewhere = createZarinpal({ ...bank, merchantId, terminalId: "7" });
    expect(await elsewhere.refund(refund)).toEqual({ kind: "not_read" });
    expect(await sandbox.refunds(authority)).toEqual([]);
    expect(await gateway.refund(refund)).toMatchObject({
      kind: "accepted",
      ref: expect.not.stringContaining(refId) as string,
    });
    expect(await sandbox.refunds(authority)).toMatchObject([{ amountRial: 50_000 }]);
  });

  it.each([...unclear, "wrong_amount", "code"] as const)(
    "is not requested when %s hides the bank's number of the payment",
    async (kind) => {
      const authority = await verified();
      await sandbox.plan({ provider: "zarinpal", call: "session", kind, code: 401 });
      expect(await give(authority, 5_000, facing(kind))).toEqual({ kind: "not_read" });
      expect(await sandbox.refunds(authority)).toEqual([]);
    },
  );

  it("is refused after a clear no, and counts as not requested after 401", async () => {
    const authority = await verified();
    await sandbox.plan({ provider: "zarinpal", call: "refund", kind: "code", code: -1 });
    expect(await give(authority, 5_000)).toEqual({ kind: "refused" });
    await sandbox.plan({ provider: "zarinpal", call: "refund", kind: "code", code: 401 });
    expect(await give(authority, 5_000)).toEqual({ kind: "not_read" });
    expect(await sandbox.refunds(authority)).toEqual([]);
  });

  it.each([...unclear, "wrong_amount"] as const)("has an unknown result after %s", async (kind) => {
    const authority = await verified();
    await sandbox.plan({ provider: "zarinpal", call: "refund", kind });
    expect(await give(authority, 5_000, facing(kind))).toEqual({ kind: "unknown" });
    expect(await sandbox.refunds(authority)).toHaveLength(kind === "lost_answer" ? 1 : 0);
    const refunded = await give(authority, 5_000);
    if (kind === "wrong_amount") return;
    await sandbox.plan({ provider: "zarinpal", call: "askRefund", kind });
    const ref = refunded.kind === "accepted" ? refunded.ref : "";
    expect(await facing(kind).askRefund({ ref, earlierToman: 0, amountToman: 5_000 })).toBe(
      "unknown",
    );
  });
});

describe("the sandbox, as strict as its models and no stricter", () => {
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${stack.bankUrl}/sandbox/zarinpal${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer x" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { data: Record<string, unknown> };
  };
  const rest = (call: string, body: object) => ask(`/pg/v4/payment/${call}.json`, body);
  const graphql = (field: string, variables: object) =>
    ask("/api/v4/graphql/", { query: `query { ${field} { id } }`, variables });
  const asked = {
    merchant_id: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
    amount: "1000",
    currency: "IRT",
    description: "خرید",
    callback_url: order.callbackUrl,
  };

  it("takes any merchant id of 36 characters, and amounts and numbers as text", async () => {
    const authority = String((await rest("request", asked)).data["authority"]);
    await sandbox.pay(authority);
    expect(await rest("verify", { ...asked, authority })).toMatchObject({ data: { code: 100 } });
    const { payments } = await sandbox.books();
    const payment = payments.find((paid) => paid.authority === authority);
    expect(payment).toMatchObject({ amountRial: 10_000, status: "VERIFIED" });
    const found = await graphql("Session(terminal_id: $a)", {
      terminal_id: 1915487,
      reference_id: String(payment?.refId),
    });
    const [session] = found.data["Session"] as { id: string }[];
    const refund = { session_id: Number(session?.id), amount: "10000", method: "CARD" };
    // The sandbox understood the request: it refuses because the smallest refund is larger.
    expect(
      await graphql("AddRefund(session_id: $a)", { ...refund, reason: "OTHER" }),
    ).toMatchObject({ errors: [{ message: "The amount may not be less than 20000." }] });
  });

  it.each([
    { merchant_id: "xxxxxxxx" },
    { amount: "1000 toman" },
    { amount: "10.5" },
    { amount: "" },
    { amount: true },
  ])("refuses %o", async (wrong) => {
    expect(await rest("request", { ...asked, ...wrong })).toMatchObject({ errors: { code: -9 } });
  });

  it("reads a request to its end before it refuses it", async () => {
    const { port } = new URL(stack.bankUrl);
    const body = `token=1&padding=${"x".repeat(2_000_000)}`;
    for (const [path, status, name, value] of [
      ["/kavenegar/v1/wrong/verify/lookup.json", 403, "x-none", "1"],
      ["/zarinpal/api/v4/graphql/", 200, "x-none", "1"],
      ["/email/emails", 401, "x-none", "1"],
      ["/email/emails", 403, "authorization", "Bearer wrong"],
      ["/no-such-provider", 404, "x-none", "1"],
    ] as const)
      for (let time = 0; time < 3; time++) {
        const options = { method: "POST", headers: { [name]: value }, body };
        expect([path, (await sendTo(Number(port), `/sandbox${path}`, options)).status]).toEqual([
          path,
          status,
        ]);
      }
  });
});

describe("a proxy that refuses with a page", () => {
  const guard =
    (status: number): typeof fetch =>
    () =>
      Promise.resolve(new Response("<h1>no</h1>", { status }));

  it.each([401, 403, 429])("means with %i that a refund was not requested", async (status) => {
    const guarded = createZarinpal({ ...bank, merchantId, fetch: guard(status) });
    expect(
      await guarded.refund({
        authority: "A",
        refId: "1",
        paidToman: 5_000,
        earlierToman: 0,
        amountToman: 5_000,
        description: "x",
      }),
    ).toEqual({ kind: "not_read" });
    expect(await guarded.verify({ authority: "S0", amountToman: 5_000 })).toEqual({
      kind: "unknown",
    });
  });

  it("blocks an SMS with 401, 403 and 429; other statuses leave the result unknown", async () => {
    const send = (status: number) =>
      createKavenegar({ ...sandboxSms, origin: stack.bankUrl, fetch: guard(status) }).send({
        phone: "9351112233",
        template: "armaghan-code",
        token: "4821",
      });
    for (const status of [401, 403, 429])
      expect(await send(status)).toEqual({ kind: "refused", retryable: true });
    for (const status of [408, 502, 504]) expect(await send(status)).toEqual({ kind: "unknown" });
  });
});

describe("sending an SMS through Kavenegar", () => {
  const sms = (options: { apiKey?: string; timeoutMs?: number } = {}) =>
    createKavenegar({ ...sandboxSms, origin: `${stack.bankUrl}/sandbox/kavenegar`, ...options });
  const answered = (http: number, status: number) =>
    createKavenegar({
      ...sandboxSms,
      origin: stack.bankUrl,
      fetch: () =>
        Promise.resolve(
          Response.json({ return: { status, message: "" }, entries: null }, { status: http }),
        ),
    });
  const message = { phone: "9351112233", template: "armaghan-code", token: "4821" };

  it("sends the code to the phone", async () => {
    expect(await sms().send(message)).toEqual({ kind: "sent" });
    const [newest] = await sandbox.messages("9351112233");
    expect(newest).toMatchObject({ to: "9351112233", code: "4821" });
    expect(newest?.text).toContain("کد ورود شما: 4821");
    expect(await sandbox.messages("09351112233")).toHaveLength(1);
  });

  it.each([
    ["an invalid phone", { ...message, phone: "123" }],
    ["a word with a space", { ...message, token: "48 21" }],
    ["an unapproved template", { ...message, template: "unknown" }],
  ])("gives up on %s", async (_, wrong) => {
    expect(await sms().send(wrong)).toEqual({ kind: "refused", retryable: false });
  });

  it("gives up on a wrong key, and never logs a key", async () => {
    expect(await sms({ apiKey: "very-secret-key" }).send(message)).toEqual({
      kind: "refused",
      retryable: false,
    });
    const nowhere = createKavenegar({
      origin: "http://127.0.0.1:9",
      apiKey: "very-secret-key",
      timeoutMs: 8_000,
    });
    expect(await nowhere.send(message)).toEqual({ kind: "unknown" });
    expect(JSON.stringify(warn.mock.calls)).not.toContain("very-secret-key");
  });

  it.each(unclear)("has an unknown result after %s, since the message may arrive", async (kind) => {
    const phone = `935222${String(1_000 + unclear.indexOf(kind))}`;
    await sandbox.plan({ provider: "kavenegar", call: "lookup", kind });
    const timeoutMs = kind === "timeout" ? HASTE_MS : sandboxSms.timeoutMs;
    expect(await sms({ timeoutMs }).send({ ...message, phone })).toEqual({ kind: "unknown" });
    expect(await sandbox.messages(phone)).toHaveLength(kind === "lost_answer" ? 1 : 0);
  });

  it("sends it once more when the connection ends before an answer, and then gives up", async () => {
    let asked = 0;
    const closing = createServer((request, answer) => {
      asked += 1;
      if (asked !== 2) return request.socket.destroy();
      return answer.end(JSON.stringify({ return: { status: 200 } }));
    });
    await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
    const { port } = closing.address() as { port: number };
    const origin = `http://127.0.0.1:${String(port)}`;
    const send = () => createKavenegar({ ...sandboxSms, origin }).send(message);
    expect(await send()).toEqual({ kind: "sent" });
    expect(await send()).toEqual({ kind: "unknown" });
    expect(asked).toBe(4);
    closing.close();
  });

  it.each([409, 418, 429, 451])("may be retried after code %i", async (code) => {
    await sandbox.plan({ provider: "kavenegar", call: "lookup", kind: "code", code });
    expect(await sms().send(message)).toEqual({ kind: "refused", retryable: true });
  });

  it("is refused by a failure status also with HTTP 200", async () => {
    expect(await answered(200, 411).send(message)).toEqual({ kind: "refused", retryable: false });
  });

  it.each([
    [200, 500],
    [400, 200],
    [202, 200],
  ])("has an unknown result with HTTP %i and status %i", async (http, status) => {
    expect(await answered(http, status).send(message)).toEqual({ kind: "unknown" });
  });
});

describe("asking Zibal who owns a phone and a card", () => {
  const person = { nationalCode: "0499370899", birthDate: "1370/05/12" };
  const about = { nationalCode: person.nationalCode, birthDate: "1370-05-12" };
  const iban = "IR062960000000100324200001";
  const open = (changes: Partial<Parameters<typeof createZibalInquiry>[0]> = {}) =>
    createZibalInquiry({
      origin: `${stack.bankUrl}/sandbox/inquiry`,
      token: "sandbox",
      timeoutMs: 8_000,
      ...changes,
    });
  const ask = {
    phone: (inquiry = open()) => inquiry.isPhoneOf("9121234567", about),
    card: (inquiry = open()) => inquiry.isCardOf(card, about),
    iban: async (inquiry = open()) => (await inquiry.ownerOf(card)).kind,
  };
  const calls = ["phone", "card", "iban"] as const;
  beforeAll(() =>
    sandbox.knows({ ...person, phone: "09121234567", cardNumber: card, name: "سارا کریمی", iban }),
  );

  it("says yes, no, and the name and IBAN of a card", async () => {
    const inquiry = open();
    expect(await Promise.all(calls.map((call) => ask[call]()))).toEqual(["yes", "yes", "owner"]);
    expect(await inquiry.ownerOf(card)).toEqual({ kind: "owner", name: "سارا کریمی", iban });
    expect([
      await inquiry.isPhoneOf("9120000000", about),
      await inquiry.isPhoneOf("9121234567", { ...about, nationalCode: "0084575948" }),
      await inquiry.isCardOf(card, { ...about, birthDate: "1370-05-13" }),
      await inquiry.isCardOf(otherCard, about),
      (await inquiry.ownerOf(otherCard)).kind,
    ]).toEqual(Array(5).fill("no"));
  });

  it.each([...unclear, "wrong_types", "old_state"] as const)(
    "leaves the answer unknown after %s",
    async (kind) => {
      const inquiry = open(kind === "timeout" ? { timeoutMs: HASTE_MS } : {});
      for (const call of calls) {
        await sandbox.plan({ provider: "zibal-inquiry", call, kind });
        expect(await ask[call](inquiry)).toBe("unknown");
      }
    },
  );

  it.each([2, 3, 4, 7, 29, 45, 401, 403, 429])(
    "leaves the answer unknown after %i, and the log contains no number",
    async (code) => {
      for (const call of calls) {
        await sandbox.plan({ provider: "zibal-inquiry", call, kind: "code", code });
        expect(await ask[call]()).toBe("unknown");
      }
      expect(warn).toHaveBeenCalled();
      const log = JSON.stringify(warn.mock.calls);
      for (const secret of [card, person.nationalCode, "9121234567", "Bearer", "کریمی"])
        expect(log).not.toContain(secret);
    },
  );

  it("leaves the answer unknown without a token, and for an IBAN with a wrong check digit", async () => {
    expect(await open({ token: "" }).isPhoneOf("9121234567", about)).toBe("unknown");
    const slip = iban.replace("IR06", "IR07");
    await sandbox.knows({
      ...person,
      phone: "09121234567",
      cardNumber: otherCard,
      name: "سارا کریمی",
      iban: slip,
    });
    expect(await open().ownerOf(otherCard)).toEqual({ kind: "unknown" });
  });
});

it("the log does not quote a garbled answer", async () => {
  const garbled = () => Promise.resolve(new Response(`x${order.phone} was charged on ${card}`));
  const adapter = createZarinpal({ ...bank, merchantId, fetch: garbled });
  expect(await adapter.verify({ authority: "A", amountToman: 1_000 })).toEqual({ kind: "unknown" });
  expect(warn.mock.calls).toEqual([
    [JSON.stringify({ provider: "zarinpal", call: "verify", trouble: "SyntaxError" })],
  ]);
});
