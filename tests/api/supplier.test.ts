import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createReloadly } from "../../api/providers/reloadly.ts";
import type { Supplier } from "../../api/providers/supplier.ts";
import type { FaultPlan } from "../support/sandbox.ts";
import { useShop } from "../support/use-shop.ts";

/** A shop that buys codes from a wholesale supplier. */
const shop = useShop({
  audit: true,
  reloadly: true,
  shopVars: { PROVIDER_TIMEOUT_MS: "2000", SUPPLIER_ORDER_TIMEOUT_MS: "1500" },
});
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
beforeEach(() => shop.sandbox.setAccount(100_000));
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
  warn.mockClear();
});
const fails = (call: FaultPlan["call"], kind: FaultPlan["kind"], more: Partial<FaultPlan> = {}) =>
  shop.sandbox.plan({ provider: "reloadly", call, kind, ...more });

describe("asking Reloadly", () => {
  let supplier: Supplier;
  beforeAll(() => {
    supplier = newClient();
  });
  const newClient = () => {
    const origin = `${shop.stack.bankUrl}/sandbox/reloadly`;
    return createReloadly({
      origin,
      authOrigin: origin,
      clientId: "sandbox",
      clientSecret: "sandbox",
      senderName: "Armaghan",
      timeoutMs: 2_000,
      orderTimeoutMs: 2_000,
      now: Date.now,
    });
  };
  const ten = { face: "10", faceCurrency: "USD" };
  const newOrder = (sku: string, quantity = 1) => ({
    ref: crypto.randomUUID(),
    sku,
    ...ten,
    quantity,
  });
  async function bought(sku: string, quantity = 1) {
    const order = newOrder(sku, quantity);
    const made = await supplier.order(order);
    if (made.kind !== "accepted") throw new Error(`Not accepted: ${made.kind}`);
    return { ref: order.ref, ...made };
  }

  test("reads balance and prices as they are written, and knows what is not sold", async () => {
    expect(await supplier.balance()).toEqual({ amount: "1000.00000", currency: "USD" });
    // 98 % of the value, and half a dollar.
    expect(await supplier.price({ sku: "120", face: "25.00", faceCurrency: "USD" })).toEqual({
      kind: "price",
      cost: "25",
      currency: "USD",
    });
    expect(await supplier.price({ sku: "121", face: "12.34", faceCurrency: "USD" })).toMatchObject({
      cost: "12.5932",
    });
    for (const goods of [
      { sku: "120", face: "11", faceCurrency: "USD" },
      { sku: "121", face: "201", faceCurrency: "USD" },
      { sku: "120", face: "10", faceCurrency: "EUR" },
      { sku: "125", ...ten },
      { sku: "999", ...ten },
    ])
      expect(await supplier.price(goods)).toEqual({ kind: "gone" });
  });

  test("buys once for a ref, and finds what it bought", async () => {
    const order = newOrder("120", 2);
    expect(await supplier.find({ ref: order.ref, remoteId: null })).toEqual({ kind: "absent" });
    const made = await supplier.order(order);
    expect(made).toMatchObject({ kind: "accepted", state: "done", cost: "20.60000" });
    expect(await supplier.order(order)).toEqual({ kind: "repeated" });
    const found = { kind: "found", state: "done", cost: "20.60000", currency: "USD" };
    expect(await supplier.find({ ref: order.ref, remoteId: null })).toMatchObject(found);
    const remoteId = made.kind === "accepted" ? made.remoteId : "";
    expect(await supplier.find({ ref: order.ref, remoteId })).toMatchObject({ ...found, remoteId });
    // The list knows no letter case, the shop does.
    const other = { ref: order.ref.toUpperCase(), remoteId: null };
    expect(await supplier.find(other)).toEqual({ kind: "absent" });
    const { ref } = order;
    expect(await supplier.find({ ref: crypto.randomUUID(), remoteId })).toEqual({
      kind: "unknown",
    });
    expect(await shop.sandbox.sales([ref])).toHaveLength(1);
  });

  test("finds both of two orders that went out at once", async () => {
    const order = newOrder("120");
    const [one, two] = await Promise.all([supplier.order(order), supplier.order(order)]);
    expect([one.kind, two.kind]).toEqual(["accepted", "accepted"]);
    expect(await supplier.find({ ref: order.ref, remoteId: null })).toMatchObject({
      kind: "several",
      remoteIds: [expect.any(String), expect.any(String)],
    });
  });

  test("reads codes in every shape, and loses no digit of a number", async () => {
    const cardOf = async (sku: string, quantity?: number) =>
      supplier.codes((await bought(sku, quantity)).remoteId);
    expect(await cardOf("120", 2)).toEqual({
      kind: "codes",
      cards: [1, 2].map(() => ({
        code: expect.stringMatching(/^RLD-\d{15}$/),
        pin: null,
        link: null,
      })),
    });
    expect(await cardOf("122")).toMatchObject({
      cards: [{ code: expect.stringMatching(/^90071\d{15}$/) }],
    });
    expect(await cardOf("124")).toMatchObject({
      cards: [{ code: expect.stringMatching(/^https:\/\/redeem\.example\/\d+$/), link: null }],
    });
    expect(await cardOf("126")).toMatchObject({ cards: [{ pin: "4711" }] });
    const { remoteId } = await bought("121");
    const asked = [1, 2, 3].map(() => () => supplier.codes(remoteId));
    const kinds = [];
    for (const ask of asked) kinds.push((await ask()).kind);
    expect(kinds).toEqual(["not_yet", "not_yet", "codes"]);
    expect(await supplier.codes("999999")).toEqual({ kind: "not_yet" });
  });

  test("tells failed from given back", async () => {
    const { ref, remoteId, state } = await bought("123");
    expect(state).toBe("failed");
    const states = [];
    for (let look = 0; look < 4; look++) {
      const found = await supplier.find({ ref, remoteId });
      states.push(found.kind === "found" && found.state);
    }
    expect(states).toEqual(["failed", "failed", "returned", "returned"]);
  });

  test.each([
    [1, "price"],
    [2, "balance"],
    [3, "stock"],
    [4, "product"],
    [9, "other"],
  ])("reads refusal %i as a no because of the %s", async (code, why) => {
    await fails("order", "code", { code });
    expect(await supplier.order(newOrder("120"))).toEqual({ kind: "refused", why });
  });

  test("a low balance is a no, though it comes without a code", async () => {
    await shop.sandbox.setAccount(100);
    expect(await supplier.order(newOrder("120"))).toEqual({ kind: "refused", why: "balance" });
  });

  test.each(["lost_answer", "http_500", "html", "redirect", "huge", "wrong_types"] as const)(
    "knows nothing after %s",
    async (kind) => {
      for (const call of ["balance", "price", "order", "find", "codes"] as const)
        await fails(call, kind);
      const order = newOrder("120");
      expect(await supplier.balance()).toBeNull();
      expect(await supplier.price(order)).toEqual({ kind: "unknown" });
      expect(await supplier.order(order)).toEqual({ kind: "unknown" });
      expect(await supplier.find({ ref: order.ref, remoteId: null })).toEqual({ kind: "unknown" });
      expect(await supplier.codes("1")).toEqual({ kind: "unknown" });
    },
  );

  test("takes a new token once when the old one is refused, and says when it has none", async () => {
    await fails("order", "code", { code: 401 });
    expect((await supplier.order(newOrder("120"))).kind).toBe("accepted");
    await fails("order", "code", { code: 401, times: 2 });
    expect(await supplier.order(newOrder("120"))).toEqual({ kind: "unheard" });
    await fails("token", "code", { times: 2 });
    const other = newClient();
    const order = newOrder("120");
    expect(await other.order(order)).toEqual({ kind: "unheard" });
    expect(await other.balance()).toBeNull();
    expect(await other.order(order)).toMatchObject({ kind: "accepted" });
  });
});
