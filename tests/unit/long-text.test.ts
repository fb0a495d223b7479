import { expect, test } from "vitest";
import { codeText, nameText, text } from "../../contract/field.ts";
import { createTicket } from "../../contract/ticket.ts";
import { checkText } from "../../src/stores/text-rule.ts";

/** Text fields of several lines and of a single line. */

const title = "کد پذیرفته نشد";
const description = "خط نخست این پیام\nو خط دوم آن";

test("a description keeps its lines, whichever line breaks the device sends", () => {
  for (const written of [
    description,
    description.replace("\n", "\r\n"),
    description.replace("\n", "\r"),
  ]) {
    expect(createTicket.body.parse({ title, description: written }).description).toBe(description);
  }
});

test("an empty field without a sentence of its own asks to be filled in", () => {
  const answer = text(1, 50).safeParse("  ");
  expect(answer.error?.issues[0]?.message).toBe("لطفا این فیلد را پر کنید");
});

test.each([
  [
    "marks of direction",
    "کد \u200eABCD-1234\u200e را \u2068دیدم\u2069\u061c",
    "کد ABCD-1234 را دیدم",
  ],
  ["invisible characters", "\ufeffکد\u2060 نو\u00adشته\u200b\ufe0f شده بود", "کد نوشته شده بود"],
  ["tabs and unusual spaces", "کد\tمن\u00a0را\u2009هیچ\u3000جا نگفت", "کد من را هیچ جا نگفت"],
  ["old line breaks", "خط یک\u2028خط دو\u000bخط\u000cسه\u0085چهار", "خط یک\nخط دو\nخط\nسه\nچهار"],
  [
    "half-spaces",
    "\u200cمی\u200c\u200bخواهم\u200c ، نمی\u200c\u200cخواهم",
    "می\u200cخواهم ، نمی\u200cخواهم",
  ],
])("%s are cleaned away from a text", (_, written, kept) => {
  expect(createTicket.body.parse({ title, description: written }).description).toBe(kept);
  expect(text(1, 500).parse(written)).toBe(kept.replaceAll("\n", " "));
  expect(checkText(written, "", { minimum: 1, maximum: kept.length })).toBe("");
});

test.each(["👩‍👩‍👧", "❤️", "1️⃣", "👍🏽", "🏳️‍🌈", "👩🏽‍🚀", "❤️‍🔥", "☎︎", "🇮🇷", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])(
  "the emoji %s stays as it is",
  (emoji) => {
    expect(text(1, 50).parse(`ممنون ${emoji}!`)).toBe(`ممنون ${emoji}!`);
    expect(nameText(1, 50, "").parse(`سارا ${emoji}`)).toBe(`سارا ${emoji}`);
  },
);

test.each([
  [text(1, 500), "کد من خراب\u0000 است", "پس از «کد من خراب»"],
  [text(1, 500), "\u0007کد", "در آغاز متن"],
  [
    createTicket.body.shape.description,
    "خط نخست\nو نیمهٔ \ud83d یک نشانه",
    "پس از «خط نخست و نیمهٔ»",
  ],
  [nameText(1, 50, ""), "سارا کریمی\ue000", "پس از «سارا کریمی»"],
])(
  "a meaningless character is refused, and the sentence says where it is",
  (field, written, place) => {
    expect(field.safeParse(written).error?.issues[0]?.message).toBe(
      `${place} کاراکتری هست که پذیرفته نمی‌شود؛ آن را پاک کنید.`,
    );
  },
);

test("a code that is typed by hand is not cleaned like a text: it is kept as it is, or refused", () => {
  expect(codeText(1, 500).parse(" ABCD  1234 ")).toBe("ABCD  1234");
  for (const written of ["ABCD\n1234", "ABCD\t1234", "AB\u200eCD"])
    expect(codeText(1, 500).safeParse(written).success).toBe(false);
});

test.each([["empty lines only", { title, description: "\n".repeat(20) }]])(
  "%s is refused",
  (_, body) => expect(createTicket.body.safeParse(body).success).toBe(false),
);
