import { expect, test } from "vitest";
import { wordingFaults } from "../../scripts/check/wording.ts";

test("the check reports each word that docs/wording.md replaces, with its line", () => {
  const faults = wordingFaults("page.astro", "سلام\nاین پیوند تایید شود. شماره کارت");
  expect(faults.sort()).toEqual([
    expect.stringMatching(/^page\.astro:2 «تایید.*«تأیید»/),
    expect.stringMatching(/^page\.astro:2 «شماره کارت.*«شمارهٔ»/),
    expect.stringMatching(/^page\.astro:2 «پیوند.*«لینک»/),
  ]);
});

test("the check accepts sentences that the specification fixes, and words with the same beginning", () => {
  const text = "تایید شد، لطفا مبلغ مورد نظر را وارد کنید، لطفاً، پیوندی";
  expect(wordingFaults("page.astro", text)).toEqual([]);
});
