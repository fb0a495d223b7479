import { expect, test } from "vitest";
import { addressOf } from "../../contract/request.ts";
import { canonicalPath } from "../../worker/path.ts";

test.each([
  ["/", "/"],
  ["//", "/"],
  ["/index.html", "/"],
  ["/dashboard/", "/dashboard"],
  ["//dashboard", "/dashboard"],
  ["/dashboard.html", "/dashboard"],
  ["/dashboard/index", "/dashboard"],
  ["/%64ashboard", "/dashboard"],
  ["/dashboard/.", "/dashboard"],
  ["/آموزش", encodeURI("/آموزش")],
  [encodeURI("/آموزش/ب"), encodeURI("/آموزش/ب")],
  ["/_astro/page.C8T2OXc7.js", "/_astro/page.C8T2OXc7.js"],
  ["/art/itunes/itunes-us-10.svg", "/art/itunes/itunes-us-10.svg"],
])("normalises %s to %s", (path, canonical) => expect(canonicalPath(path)).toBe(canonical));

test.each([
  "/a%2fb",
  "/a%5cb",
  "/a\\b",
  "/%252e%252e/a",
  "/a%00b",
  "/a%0ab",
  "/%",
  "/%ff",
  "/a;b",
  "/a%3fb",
  "/a%23b",
  "/a/../b",
])("refuses %s", (path) => expect(canonicalPath(path)).toBeNull());

test.each(["/dashboard/", "//a//b/", "/%64", "/x.html/", "/a/index.html"])(
  "normalises %s completely in one pass",
  (path) => {
    const once = canonicalPath(path);
    expect(once === null ? null : canonicalPath(once)).toBe(once);
  },
);

test.each(["referral:1-2", "a@b", "a&b=c+d$e,f", "سلام", "a b"])(
  "the address of a call with the id %s is canonical, so that a write to it is not refused",
  (id) => {
    const address = addressOf("/earnings/:id", { params: { id } });
    expect(canonicalPath(address)).toBe(address);
  },
);
