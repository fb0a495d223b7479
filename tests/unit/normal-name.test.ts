import { expect, test } from "vitest";
import { nameText } from "../../contract/field.ts";
import { CardOwner } from "../../contract/field.ts";

/** The single form in which names and titles are stored. */

const name = nameText(1, 50, "empty");
const parse = (text: string) => name.safeParse(text).data ?? "refused";

test.each([
  ["Arabic letters", "علي كريمي", "علی کریمی"],
  ["invisible signs", "سا\u200bرا\u2060 \u00adک\u034fریمی\u180e\u3164\u{e0041}", "سارا کریمی"],
  [
    "half-spaces alone, doubled and at the ends",
    "\u200cنیم\u200c\u200cفاصله\u200c تنها",
    "نیم\u200cفاصله تنها",
  ],
  ["ligatures and presentation forms", "ﺳﺎﺭﺍ ﬀ", "سارا ff"],
  ["marks that steer, at the ends and inside", "\u202bسا\u200fرا\u202c\ufeff", "سارا"],
  ["tabs and line breaks", "سارا\t\r\nکریمی", "سارا کریمی"],
  ["wide letters and spaces", "Ｓａｒａ\u3000\u00a0Karimi", "Sara Karimi"],
  ["composed and decomposed letters", "e\u0301", "é"],
  ["emoji, which keep their joiners", "خانواده 👩‍👩‍👧 ❤️", "خانواده 👩‍👩‍👧 ❤️"],
])("spellings that look alike become the same name: %s", (_, written, kept) => {
  expect(parse(written)).toBe(kept);
  expect(parse(kept)).toBe(kept);
});

test.each([
  ["private signs", "سارا\ue000"],
  ["noncharacters", "سارا\ufdd0"],
  ["a pile of marks", `سارا${"\u0301".repeat(4)}`],
  ["a control character", "سا\u0007را"],
  ["half-spaces alone", "\u200c \u200c"],
])("a name that contains %s is refused", (_, written) => {
  expect(parse(written)).toBe("refused");
  expect(CardOwner.safeParse(written).success).toBe(false);
});

test("vowel signs stay, and a card's owner has the same form", () => {
  expect(parse("مُحَمَّد")).toBe("مُحَمَّد".normalize("NFC"));
  expect(CardOwner.parse(" علي\u200c كريمي\u200b ")).toBe("علی کریمی");
});
