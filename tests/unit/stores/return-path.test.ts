import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { toReturnPath } from "../../../src/stores/return-path.ts";

/** Section 4: the addresses that signing in may lead to. */

beforeAll(() => vi.stubGlobal("location", { origin: "http://localhost" }));
afterAll(() => vi.unstubAllGlobals());

it.each([
  "/cart",
  "/orders?from=mail",
  "/orders/c0ffee00-1111-4222-8333-444455556666",
  "/tickets/ticket-1",
  "/products/giftcard/itunes?product=itunes-us-50",
  "/payment/verify?Authority=A1&Status=OK",
])("after signing in the shopper may return to «%s»", (path) => {
  expect(toReturnPath(path)).toBe(path);
});

it.each([
  null,
  "",
  "cart",
  "https://evil.example/cart",
  "//evil.example/cart",
  "/\\evil.example/cart",
  "/\tevil.example/cart",
  "/\t/evil.example/cart",
  "javascript:alert(1)",
  "/sandbox/",
  "/auth",
  "/orders/../api/v1/auth/logout",
])("after signing in the shopper cannot be sent to «%s»", (value) => {
  expect(toReturnPath(value)).toBeNull();
});
