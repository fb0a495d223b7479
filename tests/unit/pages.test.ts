import { expect, test } from "vitest";
import { deskPages, isForOperators, needsOfPage } from "../../contract/desk/pages.ts";
import { isForShoppers, isReturnTarget, pages as shopPages } from "../../contract/pages.ts";
import { pagesInFiles } from "../support/pages.ts";

/** Compares the lists of pages in contract/ with the files in src/pages. */

const pages = [...shopPages, ...deskPages];

const found = pagesInFiles();

test("every page of src/pages is in contract/pages.ts or contract/desk/pages.ts, and no other", () => {
  const listed = pages.map(({ path }) => path as string);
  const paths = found.map(({ path }) => path);
  expect([
    ...paths
      .filter((path) => !listed.includes(path))
      .map((path) => `${path}: add it to contract/pages.ts`),
    ...listed
      .filter((path) => !paths.includes(path))
      .map((path) => `${path} is no page: remove it from contract/pages.ts`),
  ]).toEqual([]);
});

test("every page with the layout of the account is for shoppers", () => {
  const open = found.filter(
    ({ path, isOfAccount }) =>
      isOfAccount && pages.find((page) => page.path === path)?.audience !== "shopper",
  );
  expect(
    open.map(({ path }) => `${path}: give it the audience "shopper" in contract/pages.ts`),
  ).toEqual([]);
});

test.each([
  ["/desk", true],
  ["/desk/orders/x", true],
  ["/desk/no-such-page", true],
  ["/desk/enter", false],
  ["/desks", false],
])("%s is for operators only: %s", (pathname, expected) => {
  expect(isForOperators(pathname)).toBe(expected);
});

test.each([
  ["/desk", "viewer", "own"],
  ["/desk/people", "support", "people"],
  ["/desk/people/x", "support", "people"],
  ["/desk/people/x/y", "viewer", "own"],
  ["/desk/log", "viewer", "log"],
  ["/desk/money", "viewer", "money"],
  ["/desk/no-such-page", "viewer", "own"],
])("%s is open to the role %s and above, in the area %s", (pathname, role, area) => {
  expect(needsOfPage(pathname)).toEqual({ role, area });
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
