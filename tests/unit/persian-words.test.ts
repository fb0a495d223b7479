import { numberToWords } from "@persian-tools/persian-tools";
import { expect, test } from "vitest";
import { figuresForWords } from "../../persian/figures-for-words.ts";
import { numberInWords } from "../../persian/words.ts";

test.each([
  [0, "صفر"],
  [7, "هفت"],
  [12, "دوازده"],
  [1000, "یک هزار"],
  [100_000, "صد هزار"],
  [1_250_000, "یک میلیون و دویست و پنجاه هزار"],
  [2_000_000_019, "دو میلیارد و نوزده"],
  [999_000_000_000, "نهصد و نود و نه میلیارد"],
  [1_000_000_000_000, "عدد بیش از حد بزرگ است"],
  [99_999_999_999_999, "عدد بیش از حد بزرگ است"],
])("%d in words is «%s»", (value, words) => expect(numberInWords(value)).toBe(words));

test("spells numbers like another library, except that it writes all hundreds as one word", () => {
  const shared = (value: number) =>
    String(numberToWords(value)).replaceAll(/(?<=چهار|شش|هفت|هشت|نه) صد/g, "صد");
  const values = Array.from({ length: 1000 }, (_, value) => value);
  for (let value = 1003; value < 1_000_000_000_000; value = Math.floor(value * 1.037) + 11)
    values.push(value);
  for (const value of values) expect([value, numberInWords(value)]).toEqual([value, shared(value)]);
});

test.each([
  ["استیم بیست دلاری", "استیم 20 دلاری"],
  ["آمازون بیست و پنج دلاری", "آمازون 25 دلاری"],
  ["سی‌و‌پنج دلاری", "35 دلاری"],
  ["هزار و هشتصد یوسی", "1800 یوسی"],
  ["دو هزار و پنجاه پوینت", "2050 پوینت"],
  ["سیزده هزار و پونصد ویباکس", "13500 ویباکس"],
  ["هزار وی باکس", "1000 وی باکس"],
  ["پی اس پنج و فیفا", "پی اس 5 و فیفا"],
  ["سی پی کالاف سه ماهه یک ساله", "سی پی کالاف سه ماهه یک ساله"],
  ["۵۰۰ هزار تومانی", "۵۰۰ هزار تومانی"],
  ["صدا و سیما", "صدا و سیما"],
  ["", ""],
])("the number words of «%s» are read as figures", (text, figures) =>
  expect(figuresForWords(text)).toBe(figures),
);

test("the words of a number below a hundred thousand are read as the same number", () => {
  for (let value = 10; value < 100_000; value += 37)
    expect(figuresForWords(numberInWords(value))).toBe(String(value));
});
