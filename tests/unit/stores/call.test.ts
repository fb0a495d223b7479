import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { verifyPayment } from "../../../src/stores/payment-verification.ts";
import { $orders, loadOrders } from "../../../src/stores/order.ts";

/** Section 11.3: no page waits for ever on a dead connection. */

const waits: number[] = [];

beforeEach(() => {
  waits.length = 0;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((waitMs) => {
    waits.push(waitMs);
    return AbortSignal.abort(new DOMException("", "TimeoutError"));
  });
  // A dead connection: the request ends only when the page gives up.
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) => {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    return new Promise(() => undefined);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("gives up a reading call after half a minute, with a sentence", async () => {
  await loadOrders(10);
  expect(waits).toEqual([30_000]);
  expect($orders.get()).toMatchObject({
    state: "failed",
    message: "پاسخی از فروشگاه نرسید. لطفاً دوباره تلاش کنید.",
  });
});

it("gives up a payment call only after two minutes", async () => {
  vi.useFakeTimers();
  void verifyPayment(new URLSearchParams({ Authority: "A0001" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(waits).toEqual([120_000]);
});
