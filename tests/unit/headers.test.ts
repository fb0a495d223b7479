import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { securityHeaders } from "../../worker/headers.ts";

const edge = new Hono()
  .use(securityHeaders)
  .get("/page", (c) => c.html("<p>page</p>"))
  .get("/call", (c) => c.json({}));
const policyOf = async (path: string) =>
  (await edge.request(path)).headers.get("Content-Security-Policy");

afterEach(() => vi.unstubAllEnvs());

test("pages of the development server, which have no policy of their own, get none", async () => {
  vi.stubEnv("DEV", true);
  expect(await policyOf("/page")).toBeNull();
  expect(await policyOf("/call")).toContain("default-src 'none'");
});

test("a built page that has lost its policy can load nothing", async () => {
  vi.stubEnv("DEV", false);
  expect(await policyOf("/page")).toContain("default-src 'none'");
});
