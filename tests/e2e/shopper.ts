import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { newcomers, tokenOf } from "../support/people.ts";
import { test as base, expect, takeOne } from "./shop.ts";

/** What tests of the account share: entering it without walking through the sign-in page, and single calls that go wrong. */

interface Fixtures {
  /** Gives this browser the session of a person or a newcomer: how people sign in is another test's business. */
  enter: (phone: string) => Promise<void>;
  /** The phone of somebody who has an account and nothing else, whom no other test is: no names, no card, no money. */
  newcomer: string;
  /** A phone that the shop has never seen. */
  stranger: string;
}

export const test = base.extend<Fixtures>({
  newcomer: async ({}, use) => use(takeOne("newcomer", newcomers)),
  stranger: async ({}, use) =>
    use(`937${String(Math.floor(Math.random() * 10_000_000)).padStart(7, "0")}`),
  enter: async ({ context, baseURL }, use) => {
    const domain = new URL(baseURL ?? "").hostname;
    const cookie = (name: string, value: string, httpOnly: boolean) =>
      ({ name, value, httpOnly, domain, path: "/", secure: true, sameSite: "Lax" }) as const;
    await use(async (phone) => {
      await context.addCookies([
        cookie("visitor", randomBytes(24).toString("base64url"), true),
        cookie("token", tokenOf(phone), true),
        cookie("signed_in", "1", false),
      ]);
    });
  },
});

export { expect };

/** The shop answers a call with something of the test's own, as often as it is asked or only `times`. */
export async function answer(
  page: Page,
  call: string,
  body: unknown,
  times?: number,
): Promise<void> {
  await respond(page, call, 200, body, times);
}

/** The shop refuses a call. */
export async function refuse(
  page: Page,
  call: string,
  status: number,
  body: { message: string; code?: string; retryAfterSeconds?: number },
  times?: number,
): Promise<void> {
  await respond(page, call, status, body, times);
}

/** A call is written as in «GET /orders»; a query string does not count. */
async function respond(
  page: Page,
  call: string,
  status: number,
  body: unknown,
  times?: number,
): Promise<void> {
  const [method, path] = call.split(" ");
  let left = times ?? Infinity;
  await page.route(
    (url) => url.pathname === `/api/v1${path ?? ""}`,
    async (route) => {
      if (route.request().method() !== method || left <= 0) return route.fallback();
      left -= 1;
      const retryAfter = (body as { retryAfterSeconds?: number } | null)?.retryAfterSeconds;
      await route.fulfill({
        status,
        json: body,
        ...(retryAfter && { headers: { "Retry-After": String(retryAfter) } }),
      });
    },
  );
}

/** Holds a call back until it is let go: on to the shop, or with a status into failure. Later calls pass. */
export async function holdBack(
  page: Page,
  call: string,
): Promise<(status?: number) => Promise<void>> {
  const [method, path] = call.split(" ");
  const { promise: gate, resolve: open } = Promise.withResolvers<number | undefined>();
  let held = 0;
  let isOpen = false;
  await page.route(
    (url) => url.pathname === `/api/v1${path ?? ""}`,
    async (route) => {
      if (route.request().method() !== method || isOpen) return route.fallback();
      held += 1;
      const status = await gate;
      await (status
        ? route.fulfill({ status, json: { message: "خطایی رخ داد." } })
        : route.fallback());
    },
  );
  return async (status) => {
    await expect.poll(() => held).toBeGreaterThan(0);
    isOpen = true;
    open(status);
  };
}

/** Puts lines into the cart of a guest before any page of the shop loads. */
export async function haveGuestCart(
  page: Page,
  ...lines: readonly { productId: string; quantity: number }[]
): Promise<void> {
  await storeOnce(page, "guestCart", JSON.stringify({ cart: lines, discountCode: null }));
}

/** Puts something into the browser's storage before the next page, once: what pages do with it afterwards stays. */
export async function storeOnce(page: Page, name: string, value: string): Promise<void> {
  await page.addInitScript(
    ([key, text]) => {
      if (sessionStorage.getItem(`stored ${key}`)) return;
      sessionStorage.setItem(`stored ${key}`, "yes");
      localStorage.setItem(key, text);
    },
    [name, value] as const,
  );
}

/** Puts a line into the cart of who is signed in. */
export async function haveInCart(
  page: Page,
  baseURL: string | undefined,
  productId: string,
  quantity = 1,
): Promise<void> {
  const put = () =>
    page.request.put("/api/v1/carts/quantity", {
      headers: { Origin: baseURL ?? "" },
      data: { productId, quantity },
    });
  const first = await put();
  // The local server in front of the shop may lose an idle connection and says so in plain text; the shop's own faults are JSON.
  const isLost =
    first.status() === 500 && !first.headers()["content-type"]?.startsWith("application/json");
  const answered = isLost ? await put() : first;
  expect(answered.status(), await answered.text()).toBe(200);
}
