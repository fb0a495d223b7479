import { digitsEnToFa, digitsFaToEn, verifyCardNumber } from "@persian-tools/persian-tools";
import { expect, test } from "vitest";
import {
  formatClock,
  formatDate,
  formatGregorian,
  formatRelative,
  formatWeekday,
} from "../../persian/dates.ts";
import { toLatinDigits, toPersianDigits } from "../../persian/digits.ts";
import { typedDigits } from "../../persian/characters.ts";
import {
  isMaskOf,
  maskCardNumber,
  parseCardNumber,
  parseNationalCode,
  parsePhone,
} from "../../persian/identifiers.ts";
import { formatNumber, formatToman } from "../../persian/toman.ts";

test("converts digits to Persian and back like another library", () => {
  for (const text of ["0123456789", "قیمت 1250", "", "۱۲a3"]) {
    expect(toPersianDigits(text)).toBe(digitsEnToFa(text));
    expect(toLatinDigits(toPersianDigits(text))).toBe(digitsFaToEn(digitsEnToFa(text)));
  }
  expect(toLatinDigits("٠١٢٣٤٥٦٧٨٩")).toBe("0123456789");
});

test("removes separators and invisible marks from typed numbers", () => {
  expect(typedDigits("\u200e۱٬۲۳۴,۵۶۷\u200f")).toBe("1234567");
  expect(typedDigits(" 6219-8610 3452‌9007 ")).toBe("6219861034529007");
});

test.each([
  "09121234567",
  "9121234567",
  "+989121234567",
  "00989121234567",
  "989121234567",
  "۰۹۱۲ ۱۲۳ ۴۵۶۷",
  "0912-123-4567",
  "٠٩١٢١٢٣٤٥٦٧",
])("%s is a phone number", (text) => expect(parsePhone(text)).toBe("9121234567"));

test.each([
  "0812345678",
  "912123456",
  "091212345678",
  "",
  "abc",
  "+9891212345678",
  "9121234567x",
  "(0912)12345678",
])("%s is not a phone number", (text) => expect(parsePhone(text)).toBeNull());

test.each(["6219861034529007", "6037701689095443", "5022291083818920", "۶۲۱۹-۸۶۱۰-۳۴۵۲-۹۰۰۷"])(
  "%s is a card number",
  (text) => {
    expect(parseCardNumber(text)).toMatch(/^\d{16}$/);
  },
);

test("accepts the same card numbers as another library", () => {
  let digits = 6_219_861_000_000_000;
  for (let step = 0; step < 500; step++) {
    digits += 7_919_000_003;
    const text = String(digits);
    expect([text, parseCardNumber(text) !== null]).toEqual([text, verifyCardNumber(Number(text))]);
  }
});

test.each([
  "6037991234567890",
  "0000000000000000",
  "621986103452900",
  "62198610345290070",
  "",
  "x",
])("%s is not a card number", (text) => expect(parseCardNumber(text)).toBeNull());

test("a masked card number shows its first six and last four digits", () => {
  expect(maskCardNumber("6219861034529007")).toBe("621986******9007");
});

test("formats amounts with Persian digits and the word toman", () => {
  expect(formatNumber(1_280_000)).toBe("۱٬۲۸۰٬۰۰۰");
  expect(formatToman(1_280_000)).toBe("۱٬۲۸۰٬۰۰۰ تومان");
  expect(formatToman(0)).toBe("۰ تومان");
});

test.each([
  ["2026-03-20T21:15:00Z", "۱ فروردین ۱۴۰۵ ساعت ۰۰:۴۵"],
  ["2026-03-20T20:29:00Z", "۲۹ اسفند ۱۴۰۴ ساعت ۲۳:۵۹"],
  ["2025-03-20T20:29:00Z", "۳۰ اسفند ۱۴۰۳ ساعت ۲۳:۵۹"],
])("%s is %s in Tehran", (time, text) => expect(formatDate(time)).toBe(text));

test("every hour of four years is written as the platform's calendar writes it", () => {
  const locale = "fa-IR-u-ca-persian-nu-arabext";
  const platform = new Intl.DateTimeFormat(locale, {
    timeZone: "Asia/Tehran",
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  for (let time = Date.UTC(2025, 0, 1); time < Date.UTC(2029, 0, 1); time += 3_600_000) {
    const found = Object.fromEntries(
      platform.formatToParts(time).map(({ type, value }) => [type, value]),
    );
    expect([formatWeekday(time), formatClock(time)]).toEqual([
      `${found["weekday"]}، ${found["day"]} ${found["month"]}`,
      `${found["hour"]}:${found["minute"]}`,
    ]);
  }
});

test("a Gregorian day has Persian digits and the name of its month, whatever the time zone", () => {
  expect(formatGregorian("2026-11-25")).toBe("۲۵ نوامبر ۲۰۲۶");
  expect(formatGregorian("2027-01-01")).toBe("۱ ژانویهٔ ۲۰۲۷");
});

test("formats a time as seconds, minutes, hours or days ago, and as a date after a week", () => {
  const time = Date.parse("2026-03-20T20:45:00.000Z");
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  const later = (milliseconds: number) => formatRelative(time, time + milliseconds);
  expect([-minute, 0, second - 1].map(later)).toEqual(["همین حالا", "همین حالا", "همین حالا"]);
  expect([second, minute - 1].map(later)).toEqual(["۱ ثانیه پیش", "۵۹ ثانیه پیش"]);
  expect([minute, hour - 1].map(later)).toEqual(["۱ دقیقه پیش", "۵۹ دقیقه پیش"]);
  expect([hour, day - 1].map(later)).toEqual(["۱ ساعت پیش", "۲۳ ساعت پیش"]);
  expect([day, 7 * day - 1].map(later)).toEqual(["۱ روز پیش", "۶ روز پیش"]);
  expect(later(7 * day)).toBe("۱ فروردین ۱۴۰۵ ساعت ۰۰:۱۵");
});

test.each([
  ["621986******9007", true],
  ["62198****07", true],
  ["6219861034529007", true],
  ["62198****08", false],
  ["502229******9007", false],
  ["****", false],
  ["6****7", false],
  ["", false],
])("the mask %s of another system fits the card: %s", (masked, isIt) => {
  expect(isMaskOf(masked, "6219861034529007")).toBe(isIt);
});

test("national codes have ten digits with a check digit; zeros in front may be left out", () => {
  for (const [typed, digits] of [
    ["0499370899", "0499370899"],
    ["۴۹۹۳۷۰۸۹۹", "0499370899"],
    ["018-338239-0", "0183382390"],
    ["0084575948", "0084575948"],
  ] as const)
    expect(parseNationalCode(typed)).toBe(digits);
  for (const wrong of ["0499370898", "1111111111", "0000000000", "1234567", "04993708990", "x"])
    expect([wrong, parseNationalCode(wrong)]).toEqual([wrong, null]);
});
