import { expect, it } from "vitest";
import { createVault } from "../../api/base/vault.ts";
import { fingerprintCode } from "../../api/buying/code/code-text.ts";

const key = btoa("k".repeat(32));
const vault = createVault({ CODE_KEYS: { 1: key }, HMAC_KEY: key });

it.each([
  ["lower case", "abcd-1234"],
  ["Persian digits", "ABCD-۱۲۳۴"],
  ["other groups", "AB CD12 34"],
  ["wide letters", "ＡＢＣＤ-1234"],
  ["a space without width", "AB\u200bCD-1234"],
  ["a word joiner", "ABCD\u2060-1234"],
  ["a soft hyphen", "AB\u00adCD-1234"],
  ["a combining joiner", "A\u034fBCD-1234"],
  ["a tag", "ABCD-1234\u{e0041}"],
  ["a selector of variants", "ABCD-1234\ufe0f"],
])("a code is recognised when it is written with %s", async (_how, text) => {
  expect(await fingerprintCode(vault, text)).toBe(await fingerprintCode(vault, "ABCD-1234"));
});

it("another code has another fingerprint", async () => {
  expect(await fingerprintCode(vault, "ABCD-1235")).not.toBe(
    await fingerprintCode(vault, "ABCD-1234"),
  );
});
