import { afterEach, expect, test, vi } from "vitest";
import { createShop } from "../../api/shop.ts";

const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
const openShop = () => createShop({ now: () => 0, wait: () => new Promise(() => {}) });
const nothing = {} as Parameters<ReturnType<typeof openShop>["fetch"]>[1];

afterEach(() => vi.restoreAllMocks());

/**
 * Cloudflare ends a request whose caller has left, unless its work was handed to `waitUntil`; the
 * local runtime lets it go on.
 */
test("the work of a request goes on when its caller leaves", async () => {
  const kept: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void kept.push(work);
  const request = new Request("https://shop.example/");
  const answering = openShop().fetch(request, nothing, { ...context, waitUntil });
  expect(kept).toEqual([answering]);
  expect((await answering).status).toBe(404);
});

test("a call is logged by its route, with how it ended and its duration, and without ids", async () => {
  const logged = vi.spyOn(console, "info").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  const ask = (url: string) => openShop().fetch(new Request(url), nothing, context);
  await ask("https://shop.internal/api/v1/orders/of-somebody?q=09121112233");
  await ask("https://shop.internal/of/09121112233");
  expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)) as object)).toEqual([
    { call: "GET /api/v1/orders/:orderId", outcome: 500, ms: 0 },
    { call: "GET /*", outcome: 500, ms: 0 },
  ]);
});

test("an error is logged with its route and place, and the answer contains only its reference", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const request = new Request("https://shop.internal/api/v1/orders/of-somebody");
  // Without settings, each call to the shop fails.
  const answer = await openShop().fetch(request, nothing, context);
  const line = JSON.parse(String(logged.mock.calls[0]?.[0])) as Record<string, string>;
  expect(line).toMatchObject({ method: "GET", route: "/api/v1/orders/:orderId" });
  expect(line["at"]).toMatch(/^readSettings .*settings\.ts:\d+/);
  expect(await answer.json()).toMatchObject({ code: "internal", reference: line["reference"] });
});
