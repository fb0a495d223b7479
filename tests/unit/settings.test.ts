import { expect, test, vi } from "vitest";
import { readSettings } from "../../api/base/settings.ts";
import { callShop } from "../../worker/environment.ts";

/** The settings that the shop requires, and the values that it refuses. */
const key = Buffer.alloc(32).toString("base64");
const whole = {
  PUBLIC_ORIGIN: "https://shop.example",
  ZARINPAL_MERCHANT_ID: "2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69",
  ZARINPAL_ACCESS_TOKEN: "x",
  ZARINPAL_TERMINAL_ID: "1",
  KAVENEGAR_API_KEY: "x",
  CODE_KEYS: JSON.stringify({ 1: key }),
  HMAC_KEY: key,
};

test.each(Object.keys(whole))("requires %s and has no default for it", (name) => {
  expect(readSettings({ ...whole }).DESK_FIRST_OWNER).toBeUndefined();
  expect(() => readSettings({ ...whole, [name]: undefined })).toThrow(name);
});

test.each([
  "PUBLIC_ORIGIN",
  "ZARINPAL_ORIGIN",
  "ZARINPAL_PAGE_ORIGIN",
  "ZARINPAL_GRAPHQL_ORIGIN",
  "ZIBAL_ORIGIN",
  "ZIBAL_PAGE_ORIGIN",
  "ZIBAL_API_ORIGIN",
  "RELOADLY_ORIGIN",
  "RELOADLY_AUTH_ORIGIN",
  "INQUIRY_ORIGIN",
  "KAVENEGAR_ORIGIN",
  "EMAIL_ORIGIN",
  "NOBITEX_ORIGIN",
  "BOT_ORIGIN",
  "WALLEX_ORIGIN",
  "RATES_URL",
])("%s must be an https address or an address of this machine", (name) => {
  for (const origin of [
    "https://outside.example",
    "http://127.0.0.1:4321/sandbox",
    "http://localhost",
  ]) {
    expect(readSettings({ ...whole, [name]: origin })).toMatchObject({ [name]: origin });
  }
  for (const origin of [
    "http://outside.example",
    "http://127.0.0.1.outside.example",
    "http://localhost.outside.example",
    "ftp://x",
  ]) {
    expect(() => readSettings({ ...whole, [name]: origin })).toThrow("must be an https address");
  }
});

test.each([
  "http://backend.example",
  "http://localhost.backend.example",
  "ftp://backend.example",
  "//backend.example",
])("the edge refuses to send sessions to %s", (API_ORIGIN) => {
  const ASSETS = {} as Fetcher;
  expect(() => callShop({ API_ORIGIN, ASSETS }, "/api/v1/carts", {})).toThrow(
    "must be an https address",
  );
});

test("the edge sends its secret only to another backend, and only when the secret is set", async () => {
  const sent: (string | null)[] = [];
  const note = (_: unknown, { headers }: RequestInit = {}) => {
    sent.push(new Headers(headers).get("X-Edge-Token"));
    return Promise.resolve(new Response());
  };
  vi.stubGlobal("fetch", note);
  const ASSETS = {} as Fetcher;
  const SHOP = { fetch: note } as unknown as Fetcher;
  const API_ORIGIN = "https://backend.example";
  for (const env of [{ API_ORIGIN, API_TOKEN: "secret" }, { API_ORIGIN }, { SHOP, API_TOKEN: "x" }])
    await callShop({ ASSETS, ...env }, "/api/v1/carts", {});
  vi.unstubAllGlobals();
  expect(sent).toEqual(["secret", null, null]);
});

test("the settings of the second gateway are all required when one of them is set", () => {
  const zibal = { ZIBAL_MERCHANT: "zibal", ZIBAL_ACCESS_TOKEN: "x", ZIBAL_ACCOUNT_ID: "1" };
  expect(readSettings({ ...whole, ...zibal }).ZIBAL_MERCHANT).toBe("zibal");
  for (const name of Object.keys(zibal))
    expect(() => readSettings({ ...whole, ...zibal, [name]: undefined })).toThrow("ZIBAL_MERCHANT");
});

test("the settings of the supplier are all required when one of them is set", () => {
  const keys = { RELOADLY_CLIENT_ID: "x", RELOADLY_CLIENT_SECRET: "y" };
  expect(readSettings({ ...whole, ...keys }).RELOADLY_CLIENT_ID).toBe("x");
  for (const name of Object.keys(keys))
    expect(() => readSettings({ ...whole, ...keys, [name]: undefined })).toThrow("belong together");
});

test("inquiries need a token, and only known facts can be asked about", () => {
  const asked = { INQUIRY_FACTS: "phone,card,iban", INQUIRY_TOKEN: "x" };
  expect(readSettings({ ...whole, ...asked }).INQUIRY_FACTS).toBe("phone,card,iban");
  expect(readSettings(whole).INQUIRY_FACTS).toBe("");
  expect(() => readSettings({ ...whole, INQUIRY_FACTS: "phone" })).toThrow("needs INQUIRY_TOKEN");
  for (const facts of ["phone,", "name", "phone card", ","])
    expect(() => readSettings({ ...whole, ...asked, INQUIRY_FACTS: facts })).toThrow(
      "INQUIRY_FACTS",
    );
});
