import { expect, test } from "vitest";
import front from "../../server/front.ts";

/** The first worker of a shop on a server whose port only the reverse proxy reaches. */

const asked: Request[] = [];
const environment = {
  EDGE: {
    fetch: (request: Request) => {
      asked.push(request);
      return Promise.resolve(new Response("a page"));
    },
  },
  JOBS: { runJobs: () => Promise.resolve() },
  DOMAIN: "giftshop.ir",
  LAUNCHER_TOKEN: "launcher",
};
const send = (url: string, init: RequestInit = {}) =>
  front.fetch(
    new Request(url, init) as never,
    environment as never,
    { waitUntil: () => {} } as never,
  );

test("a monitor on the machine reads /up at any name", async () => {
  const { status } = await send("http://127.0.0.1:8080/up");
  expect([status, asked.at(-1)?.url]).toEqual([200, "https://giftshop.ir/up"]);
});

test.each([
  ["another domain", "http://other.ir/", 421],
  ["a path of the runtime", "http://giftshop.ir/cdn-cgi/local/scheduled", 404],
])("%s is refused", async (_, url, expected) => {
  expect((await send(url)).status).toBe(expected);
});

test("the edge learns the visitor's address and protocol from the proxy only", async () => {
  await send("http://www.giftshop.ir/terms?a=1", {
    headers: {
      "X-Forwarded-For": "198.51.100.1, 203.0.113.7",
      "X-Forwarded-Proto": "http",
      "CF-Connecting-IP": "198.51.100.2",
      "X-Client-Address": "198.51.100.3",
      Accept: "text/html",
    },
  });
  const request = asked.at(-1);
  expect(request?.url).toBe("http://www.giftshop.ir/terms?a=1");
  expect([...(request?.headers ?? [])]).toEqual([
    ["accept", "text/html"],
    ["cf-connecting-ip", "203.0.113.7"],
  ]);
});

test("a body is passed on whole, and refused when no form of the shop is so large", async () => {
  const body = new Uint8Array(6_000_000).fill(7);
  await send("http://giftshop.ir/api/v1/uploads", { method: "POST", body });
  expect((await asked.at(-1)?.arrayBuffer())?.byteLength).toBe(6_000_000);
  const large = new Uint8Array(8_000_001);
  const { status } = await send("http://giftshop.ir/", { method: "POST", body: large });
  expect(status).toBe(413);
});
