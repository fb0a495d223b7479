import type { CallName } from "../../contract/endpoints.ts";
import { randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { newcomers, tokenOf } from "../support/people.ts";
import { intercept } from "./intercept.ts";
import { test as base, expect, claimTestPerson } from "./shop.ts";

/** Fixtures and helpers for tests with a session, a cart, or answers in place of the shop. */

interface Fixtures {
  /** Gives this browser the session of a person or a newcomer, without the sign-in page. */
  enter: (phone: string) => Promise<void>;
  /** The phone of an account without names, card and money, for this test alone. */
  newcomer: string;
  /** A phone that is new to the shop. */
  stranger: string;
}

export const test = base.extend<Fixtures>({
  newcomer: async ({}, use) => use(claimTestPerson("newcomer", newcomers)),
  stranger: async ({ newDigits }, use) => use(`937${newDigits(7)}`),
  enter: async ({ context, baseURL }, use) =>
    use((phone) => enterAs(context, baseURL ?? "", phone)),
});

export { expect };

/**
 * These helpers put a page into a state for which a test would otherwise have to buy something. A
 * call is written as in «GET /orders», without its query. If several fit, the latest decides.
 *
 * - `answer` answers a call in place of the shop.
 * - `refuse` refuses a call with a status and a sentence.
 * - `holdBack` delays a call until the test releases it.
 * - `intercept` (in intercept.ts) decides separately for each call.
 */

/** Answers each call, or only the next `times`, in place of the shop. */
export async function answer(
  page: Page,
  call: CallName,
  body: unknown,
  times?: number,
): Promise<void> {
  await intercept(page, call, () => ({ json: body }), times);
}

/** Refuses each call, or only the next `times`, in place of the shop. */
export async function refuse(
  page: Page,
  call: CallName,
  status: number,
  body: { message: string; code?: string; details?: string; retryAfterSeconds?: number },
  times?: number,
): Promise<void> {
  const { retryAfterSeconds } = body;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  await intercept(page, call, () => ({ status, headers, json: body }), times);
}

/**
 * Delays a call. The returned function waits for the call and releases it: without a status it goes
 * to the shop, with a status it fails with that status. Later calls pass.
 */
export async function holdBack(
  page: Page,
  call: CallName,
): Promise<(status?: number) => Promise<void>> {
  const { promise: gate, resolve: open } = Promise.withResolvers<number | undefined>();
  let held = 0;
  let isOpen = false;
  await intercept(page, call, async () => {
    if (isOpen) return null;
    held += 1;
    const status = await gate;
    return status ? { status, json: { message: "خطایی رخ داد." } } : null;
  });
  return async (status) => {
    await expect.poll(() => held).toBeGreaterThan(0);
    isOpen = true;
    open(status);
  };
}

/** Puts lines into the cart of a guest, for the next page that opens. */
export async function haveGuestCart(
  page: Page,
  ...lines: readonly { productId: string; quantity: number }[]
): Promise<void> {
  await store(page, "guestCart", JSON.stringify({ cart: lines, discountCode: null }));
}

/** Puts a text into the local storage of the shop. */
export async function store(page: Page, name: string, value: string): Promise<void> {
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [name, value] as const);
}

/** Puts a line into the cart of the shopper who is signed in. */
export async function haveInCart(page: Page, productId: string, quantity = 1): Promise<void> {
  const answered = await page.request.put("/api/v1/carts/quantity", {
    headers: originOf(page),
    data: { productId, quantity },
  });
  expect(answered.status(), await answered.text()).toBe(200);
}

/** The header without which the shop refuses a write as cross-site. */
export function originOf(page: Page): { Origin: string } {
  return { Origin: new URL(page.url()).origin };
}

/** Gives a browser the session of a person or a newcomer. */
export const enterAs = (context: BrowserContext, baseURL: string, phone: string): Promise<void> =>
  keepSession(context, baseURL, tokenOf(phone));

/** Gives a browser a session by its token. */
export async function keepSession(
  context: BrowserContext,
  baseURL: string,
  token: string,
): Promise<void> {
  const domain = new URL(baseURL).hostname;
  const cookie = (name: string, value: string, httpOnly: boolean) =>
    ({ name, value, httpOnly, domain, path: "/", secure: true, sameSite: "Lax" }) as const;
  await context.addCookies([
    {
      name: "__Host-visitor",
      value: randomBytes(24).toString("base64url"),
      // A cookie with this prefix belongs to one host and names no domain.
      url: `https://${domain}`,
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
    },
    cookie("token", token, true),
    cookie("signed_in", "1", false),
  ]);
}
