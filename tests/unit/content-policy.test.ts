import { expect, test } from "vitest";
import { TRUST_SEAL_ORIGIN, contentPolicy } from "../../src/content-policy.ts";

const images = (hasTrustSeal: boolean) =>
  contentPolicy({ hasTrustSeal }).find((directive) => directive.startsWith("img-src"));

test("allows images from the site of the trust seal only if the shop has a trust seal", () => {
  expect(images(true)).toBe(`img-src 'self' data: blob: ${TRUST_SEAL_ORIGIN}`);
  expect(images(false)).toBe("img-src 'self' data: blob:");
});

test("forbids every source, frame, form target and base address that it does not list", () => {
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
