import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isForShoppers, isReturnTarget, pages, uncrawledPaths } from "../../contract/pages.ts";

/** The list of pages in contract/pages.ts, held to the files in src/pages. */

const folder = join(import.meta.dirname, "../../src/pages");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  // Error pages have no address of their own.
  .filter((file) => file.endsWith(".astro") && !/^(?:404|500)\.astro$/.test(file));

const addressOf = (file: string) =>
  `/${file.replace(/\.astro$/, "").replace(/(?:^|\/)index$/, "")}`.replace(/\[(\w+)\]/g, ":$1");

test("every page of src/pages is in contract/pages.ts, and no other", () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(files.map(addressOf).toSorted());
});

test("every page with the layout of the account is for shoppers", () => {
  const open = files
    .filter((file) => readFileSync(join(folder, file), "utf8").includes("layouts/Account.astro"))
    .map(addressOf)
    .filter((path) => pages.find((page) => page.path === path)?.audience !== "shopper");
  expect(open).toEqual([]);
});

test.each([
  ["/wallet", true],
  ["/wallet/anything", true],
  ["/orders/x", true],
  ["/payment/verify", true],
  ["/payment/failed", false],
  ["/walletx", false],
  ["/", false],
  ["/auth", false],
])("%s is for shoppers only: %s", (pathname, expected) => {
  expect(isForShoppers(pathname)).toBe(expected);
});

test.each([
  ["/cart", true],
  ["/orders/abc-1", true],
  ["/products/giftcard/itunes", true],
  ["/auth", false],
  ["/", false],
  ["/orders/a/b", false],
  ["/orders/a%2Fb", false],
])("signing in may lead back to %s: %s", (pathname, expected) => {
  expect(isReturnTarget(pathname)).toBe(expected);
});

test("search engines are asked to leave everything personal alone", () => {
  expect(uncrawledPaths()).toEqual(
    expect.arrayContaining(["/api/", "/auth", "/authentication", "/cart", "/orders", "/wallet"]),
  );
  expect(uncrawledPaths()).not.toContain("/");
});
