import { expect, test } from "vitest";
import { createShop } from "../../api/shop.ts";

/**
 * Cloudflare ends a request whose caller has left, unless its work was handed to `waitUntil`; the
 * local runtime lets it go on.
 */
test("the work of a request goes on when its caller leaves", async () => {
  const shop = createShop({ now: () => 0, wait: () => new Promise(() => {}) });
  const kept: Promise<unknown>[] = [];
  const context = {
    waitUntil: (work: Promise<unknown>) => void kept.push(work),
    passThroughOnException() {},
    props: {},
  };
  const bindings = {} as Parameters<typeof shop.fetch>[1];
  const answering = shop.fetch(new Request("https://shop.example/"), bindings, context);
  expect(kept).toEqual([answering]);
  expect((await answering).status).toBe(404);
});
