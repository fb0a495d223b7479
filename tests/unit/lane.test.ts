import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Shop, ShopperEnv } from "../../api/base/context.ts";
import { createLane } from "../../api/base/lane.ts";

/** A shop with eight slots, at most two for one person, in which no request ever ends. */
function openBusyShop() {
  let time = 0;
  const app = new Hono<ShopperEnv>();
  app.use(async (c, next) => {
    c.set("shop", { settings: { CHECKOUTS_AT_ONCE: 8 }, now: () => time } as unknown as Shop);
    c.set("userId", c.req.header("Who") ?? "");
    await next();
  });
  app.post(
    "/",
    createLane((settings) => settings.CHECKOUTS_AT_ONCE),
    (c) =>
      c.req.header("Fails")
        ? Promise.reject(new Error("broken"))
        : new Promise<Response>(() => undefined),
  );
  app.onError((_, c) => c.text("", 500));
  return {
    /** Resolves with the status of the answer, or with null while the request goes on. */
    ask: (who: string, headers: Record<string, string> = {}) =>
      Promise.race([
        Promise.resolve(
          app.request("/", { method: "POST", headers: { Who: who, ...headers } }),
        ).then(({ status }) => status),
        new Promise<null>((resolve) => setImmediate(() => setImmediate(() => resolve(null)))),
      ]),
    wait: (ms: number) => (time += ms),
  };
}

test("a lane has a fixed number of slots, and one person may take a quarter of them", async () => {
  const { ask } = openBusyShop();
  for (const who of ["a", "a", "b", "b", "c", "c", "d"]) expect(await ask(who)).toBeNull();
  expect(await ask("a")).toBe(429);
  expect(await ask("d")).toBeNull();
  expect(await ask("e")).toBe(503);
});

test("a slot is free again after a failed request, or half a minute after a hanging one", async () => {
  const { ask, wait } = openBusyShop();
  for (let count = 0; count < 5; count++) expect(await ask("a", { Fails: "yes" })).toBe(500);
  expect([await ask("a"), await ask("a"), await ask("a")]).toEqual([null, null, 429]);
  wait(30_000);
  expect(await ask("a")).toBe(429);
  wait(1);
  expect(await ask("a")).toBeNull();
});
