import { Hono } from "hono";
import { expect, test } from "vitest";
import { onlyHttps, withoutWww } from "../../worker/https.ts";

const edge = new Hono().use(onlyHttps).all("*", (c) => c.text("through"));
const answerTo = async (address: string, method = "GET") => {
  const answer = await edge.request(address, { method });
  return [answer.status, answer.headers.get("Location")];
};

test.each([
  ["http://shop.example/cart", "https://shop.example/cart"],
  [
    "http://shop.example/products/giftcard/itunes?product=x",
    "https://shop.example/products/giftcard/itunes?product=x",
  ],
  ["http://shop.example:8080/", "https://shop.example/"],
  ["http://127.0.0.1.shop.example/", "https://127.0.0.1.shop.example/"],
])("redirects %s to %s", async (plain, safe) => expect(await answerTo(plain)).toEqual([301, safe]));

test.each(["/api/v1/categories", "/api/v1/auth", "/desk/v1/tickets", "/api", "/desk"])(
  "answers 404 to a call over plain HTTP: %s",
  async (path) => expect(await answerTo(`http://shop.example${path}`)).toEqual([404, null]),
);

test("answers 404 to a POST over plain HTTP", async () =>
  expect(await answerTo("http://shop.example/cart", "POST")).toEqual([404, null]));

test.each([
  "https://shop.example/cart",
  "https://shop.example/api/v1/auth",
  "http://localhost:4321/",
  "http://127.0.0.1/api/v1/auth",
  "http://[::1]:4321/cart",
])("lets %s through", async (address) => expect(await answerTo(address)).toEqual([200, null]));

test("www leads to the address without it, with the method and the whole path", async () => {
  const site = new Hono().use(withoutWww).all("*", (c) => c.text("through"));
  const answer = await site.request("https://www.shop.example/cart?from=sms", { method: "POST" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    308,
    "https://shop.example/cart?from=sms",
  ]);
  expect((await site.request("https://shop.example/cart")).status).toBe(200);
});
