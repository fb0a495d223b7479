import { expect, test } from "vitest";
import { TRUST_SEAL_ORIGIN, contentPolicy } from "../../src/content-policy.ts";

const images = (hasTrustSeal: boolean) =>
  contentPolicy({ hasTrustSeal }).find((directive) => directive.startsWith("img-src"));

test("the trust seal may be shown where the shop has one, and nobody else's pictures where it has none", () => {
  expect(images(true)).toBe(`img-src 'self' data: blob: ${TRUST_SEAL_ORIGIN}`);
  expect(images(false)).toBe("img-src 'self' data: blob:");
});

test("whatever is not named may not be loaded, framed, sent elsewhere or have another base", () => {
  for (const hasTrustSeal of [true, false]) {
    expect(contentPolicy({ hasTrustSeal })).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]),
    );
    expect(contentPolicy({ hasTrustSeal }).join(" ")).not.toMatch(/unsafe|\*/);
  }
});
