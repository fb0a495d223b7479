import { describe, expect, test } from "vitest";
import { nearKeys } from "../../api/goods/search/near-keys.ts";
import { toKeys, toMatches } from "../../api/goods/search/rules.ts";
import { normaliseQuery } from "../../contract/search.ts";
import { inOtherLayout } from "../../persian/keyboard.ts";
import { searchKey } from "../../persian/search-key.ts";
import { soundKey } from "../../persian/sound-key.ts";

describe("a search key", () => {
  test.each([
    [
      "a half-space, harakat, Arabic kaf and yeh, Arabic digits",
      "گيفت‌كارتِ  ١٠ دلاری",
      "گیفت کارت 10 دلاری",
    ],
    ["Persian digits", "گیفت کارت ۱۰ دلاری", "گیفت کارت 10 دلاری"],
    ["presentation forms", "ﻛﺎﺭﺕ", "کارت"],
    ["alef with madda", "آیتونز", "ایتونز"],
    ["hamza on its carriers", "مسئول مؤسسه أمین إمروز", "مسیول موسسه امین امروز"],
    ["the heh of other keyboards", "هدية خانۀ ہمه", "هدیه خانه همه"],
    ["tatweel", "کـــارت", "کارت"],
    ["marks that would become letters", "iTunes™ Steam®", "itunes steam"],
    ["Latin accents and wide letters", "Pokémon ＸＢＯＸ", "pokemon xbox"],
    ["a dotted capital", "İstanbul", "istanbul"],
    ["punctuation and signs", "Battle.net — $10 (US)", "battle net 10 us"],
    [
      "separators of thousands, and no other commas",
      "1,000 ۲٬۸۰۰ ۱۳،۸۰۰ 5, 10",
      "1000 2800 13800 5 10",
    ],
    ["direction marks", "\u200fکارت\u200e \u2066ایکس\u2069", "کارت ایکس"],
    ["emoji alone", "😀🎁", ""],
    ["spaces alone", " \u200c\t\n ", ""],
  ])("folds %s", (_, text, key) => {
    expect(searchKey(text)).toBe(key);
    expect(searchKey(key)).toBe(key);
  });
});

describe("an entry of the index", () => {
  test("contains every ending of the joined words that is at least three letters long", () => {
    const { parts } = toKeys({ title: "گیفت کارت", latin: "", further: "" });
    expect(parts.split(" ")).toEqual(["گیفتکارت", "یفتکارت", "فتکارت", "تکارت", "کارت", "ارت"]);
  });

  test("stays small for a very long name", () => {
    expect(toKeys({ title: "ب".repeat(10_000), latin: "", further: "" }).parts.length).toBeLessThan(
      400,
    );
    const words = Array.from({ length: 2_000 }, (_, index) => `w${String(index)}`).join(" ");
    expect(toKeys({ title: words, latin: "", further: "" }).parts.length).toBeLessThan(3_200);
  });
});

describe("a query of the index", () => {
  test("is null for a text without letters and digits", () => {
    for (const query of ["", "  ", '"', "%_\\*^", "😀", "()"]) expect(toMatches(query)).toBeNull();
  });

  test("quotes each of at most twelve words, and finds short ones only where words begin", () => {
    expect(toMatches("10 کارت")?.words.map(({ part }) => part)).toEqual([
      '({title latin further service words} : "10" *)',
      '({title latin further parts service words} : "کارت" *)',
    ]);
    const many = Array.from({ length: 50 }, (_, index) => `کلمه${String(index)}`).join(" ");
    expect(toMatches(many)?.words).toHaveLength(12);
    expect(JSON.stringify(toMatches('x" OR kind : "product'))).not.toMatch(/OR kind/);
  });

  test("offers no similar word for a number or a single letter", () => {
    expect(toMatches("1000")?.words[0]?.guesses).toHaveLength(1);
    expect(toMatches("c")?.words[0]?.guesses).toEqual([]);
  });
});

describe("a sound key", () => {
  test.each([
    ["استیم", "steam", "estim"],
    ["پلیاستیشن", "playstation", "pleysteyshen"],
    ["ایکسباکس", "xbox", "iksbaks"],
    ["اسپاتیفای", "spotify", "espatifay"],
    ["نتفلیکس", "netflix", "netfelix"],
  ])("is the same for %s, %s and %s", (...words) => {
    expect(new Set(words.map(soundKey)).size).toBe(1);
  });
});

describe("the keys of similar words", () => {
  test.each([
    ["a letter is missing", "نتفلکس"],
    ["a letter is too many", "نتفیلیکس"],
    ["a letter is another", "نتفلیکش"],
    ["two letters are swapped", "نتلفیکس"],
  ])("have one in common when %s", (_, typed) => {
    const near = new Set(nearKeys("نتفلیکس"));
    expect(nearKeys(typed).some((key) => near.has(key))).toBe(true);
  });

  test("do not exist for short words and numbers", () => {
    for (const word of ["جم", "ea", "13500", "ps5"]) expect(nearKeys(word)).toEqual([]);
  });
});

test("a query typed in the wrong keyboard layout is read, from Persian to Latin and back", () => {
  expect(inOtherLayout("Hdj,kc")).toBe("ایتونز");
  expect(inOtherLayout("آیتونز ۱۰")).toBe("hdj,kc ۱۰");
  expect(inOtherLayout("سفثشپ")).toBe("steam");
});

test("a query is shown without control characters and marks that change the direction of the text", () => {
  expect(normaliseQuery(" \u202Eاس\u200Fتیم\u0000  ۲۰ \u2066ps\u2069")).toBe("استیم ۲۰ ps");
});
