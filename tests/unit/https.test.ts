import { Hono } from "hono";
import { expect, test } from "vitest";
import { onlyHttps } from "../../worker/https.ts";

const edge = new Hono().use(onlyHttps).all("*", (c) => c.text("through"));
const asked = async (address: string, method = "GET") => {
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
])("%s is at %s", async (plain, safe) => expect(await asked(plain)).toEqual([301, safe]));

test.each(["/api/v1/categories", "/api/v1/auth", "/desk/v1/tickets", "/api", "/desk"])(
  "a call is nothing over plain HTTP: %s",
  async (path) => expect(await asked(`http://shop.example${path}`)).toEqual([404, null]),
);

test("nothing is written over plain HTTP", async () =>
  expect(await asked("http://shop.example/cart", "POST")).toEqual([404, null]));

test.each([
  "https://shop.example/cart",
  "https://shop.example/api/v1/auth",
  "http://localhost:4321/",
  "http://127.0.0.1/api/v1/auth",
  "http://[::1]:4321/cart",
])("%s goes through", async (address) => expect(await asked(address)).toEqual([200, null]));
