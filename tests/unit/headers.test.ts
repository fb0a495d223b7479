import { Hono } from "hono";
import { expect, test } from "vitest";
import { securityHeaders } from "../../worker/headers.ts";

/** The edge as in `npm run dev`. tests/api/edge/headers.test.ts tests the built edge. */
const edge = new Hono()
  .use(securityHeaders)
  .get("/page", (c) => c.html("<p>page</p>"))
  .get("/built", (c) => c.html("<p>page</p>", 200, { "Content-Security-Policy": "its own" }))
  .get("/call", (c) => c.json({}));
const policyOf = async (path: string) =>
  (await edge.request(path)).headers.get("Content-Security-Policy");

test("the development server does not send the content policy of files with its pages", async () => {
  expect(await policyOf("/page")).toBeNull();
  expect(await policyOf("/built")).toBe("its own");
  expect(await policyOf("/call")).toContain("default-src 'none'");
});
