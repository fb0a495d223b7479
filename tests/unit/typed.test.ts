import { expect, test } from "vitest";
import {
  AmountToman,
  CardNumber,
  DiscountCodeText,
  EmailText,
  Iban,
  Phone,
  ReferralCodeText,
} from "../../contract/field.ts";
import { readTypedDay } from "../../persian/calendar.ts";
import { parseNationalCode, parsePhone } from "../../persian/identifiers.ts";
import { readCode, typedDigits } from "../../persian/characters.ts";
import { readDecimal, readSum } from "../../persian/sum.ts";
import { type AmountText, UNREAD, shownAmount, takeAmount } from "../../src/parts/amount-typing.ts";
import { NO_PHONE, takePhone } from "../../src/stores/phone-typing.ts";

/** Numbers, sums, days and codes as people type or paste them, with the characters around them. */

/** Puts a character between the groups of a number. */
const CHARACTERS = [
  " ",
  "\u00a0",
  "\u2009",
  "\u202f",
  "\u3000",
  "\t",
  "-",
  "\u00ad",
  "\u2010",
  "\u2011",
  "\u2012",
  "\u2013",
  "\u2014",
  "\u2015",
  "\u2212",
  "\ufe58",
  "\uff0d",
  "\u0640",
  ".",
  "/",
  "_",
  ",",
  "،",
  "٬",
  "٫",
  ") (",
  "\u200c",
  "\u200b",
  "\u200f",
  "\u202c",
  "\u2060",
  "\u2069",
  "\ufeff",
  "\ufe0f",
];

test.each(CHARACTERS)("«%j» may separate the groups of any number", (character) => {
  expect(parsePhone(["0936", "215", "5411"].join(character))).toBe("9362155411");
  expect(CardNumber.parse(["6219", "8610", "3452", "9007"].join(character))).toBe(
    "6219861034529007",
  );
  expect(parseNationalCode(["018", "338239", "0"].join(character))).toBe("0183382390");
  expect(Iban.parse(["IR06", "2960", "0000", "0010", "0324", "2000", "01"].join(character))).toBe(
    "IR062960000000100324200001",
  );
  // Between the parts of a day only a single character is allowed.
  const day = character === ") (" ? null : "1403-12-30";
  expect(readTypedDay(["1403", "12", "30"].join(character))).toBe(day);
});

test.each([
  "+989362155411",
  "989362155411",
  "00989362155411",
  "0989362155411",
  "+98 0936 215 5411",
  "98 0936-215-5411",
  "+98 (936) 215-5411",
  "(+98) 936 215 5411",
  "(0936) 2155411",
  "tel:+98-936-215-5411",
  "موبایل: ۰۹۳۶۲۱۵۵۴۱۱",
  "\u202a+98 936 215 5411\u202c",
  "\u2068۰۹۳۶\u2069۲۱۵۵۴۱۱",
  "０９３６２１５５４１１",
  "＋98 ٩٣٦ ٢١٥ ٥٤١١",
  "𝟎𝟗𝟑𝟔𝟐𝟏𝟓𝟓𝟒𝟏𝟏",
])("«%s» is the phone 0936 215 5411, also when it is pasted", (written) => {
  expect(Phone.parse(written)).toBe("9362155411");
  expect(parsePhone(takePhone(written, NO_PHONE).typed)).toBe("9362155411");
});

test.each([
  ["a country code with a cut number", "9893621554"],
  ["the same behind a zero", "09893621554"],
  ["a digit too few", "+98936215541"],
  ["a digit too many", "+9893621554115"],
  ["a number of another country", "+1 555 010 9999"],
  ["a country code that looks like an operator's", "+9362155411"],
  ["a land line", "02188776655"],
  ["two numbers", "09362155411 / 09121234567"],
  ["hidden digits", "0936***5411"],
  ["a letter for a digit", "0936215541O"],
  ["an extension", "09362155411#12"],
])("%s is no phone, and is not shortened into one when it is pasted", (_, written) => {
  expect(Phone.safeParse(written).success).toBe(false);
  expect(parsePhone(takePhone(written, NO_PHONE).typed)).toBeNull();
});

const typePhone = (text: string) =>
  [...text].reduce((field, character) => takePhone(field.shown + character, field), NO_PHONE);

test.each([
  ["0912a345-67 89", "09123456789"],
  ["0912a345-67 899999", "091234567899999"],
  ["912x3456789", "9123456789"],
  ["912x34567899999", "91234567899999"],
  ["+98936", "+98936"],
  ["9893621554", "9893621554"],
  ["+989362155411", "9362155411"],
  ["989362155411", "9362155411"],
  ["00989362155411", "9362155411"],
  ["98 0936 215 5411", "9362155411"],
  ["+9893621554115", "+9893621554115"],
  ["+15550109999", "+15550109999"],
])("a phone typed by hand as «%s» shows %s", (keys, shown) => {
  expect(typePhone(keys).shown).toBe(shown);
});

test.each([
  ["Turkey", "905361234567"],
  ["Afghanistan", "93701234567"],
  ["the Emirates", "971501234567"],
  ["India", "919812345678"],
  ["the Emirates, behind a zero", "0971501234567"],
  ["Turkey, grouped", "90 (536) 123 45 67"],
  ["Iran, with a digit too many", "91234567890"],
  ["Iran, behind a zero with a digit too many", "091234567890"],
  ["two people, one behind the other", "09123456789 09351234567"],
])("a number of %s, typed by hand without «+», is no phone and is not cut to one", (_, keys) => {
  const field = typePhone(keys);
  expect(field.shown.length).toBeGreaterThan(10);
  expect(parsePhone(field.typed)).toBeNull();
});

test("a phone with too many digits is understood once the surplus digit is deleted", () => {
  const field = typePhone("+9893621554115");
  expect(takePhone(field.shown.slice(0, -1), field).shown).toBe("9362155411");
});

test.each([
  ["250000", 250_000],
  ["۲۵۰٬۰۰۰", 250_000],
  ["٢٥٠،٠٠٠ تومان", 250_000],
  ["250,000", 250_000],
  ["1.250.000", 1_250_000],
  ["1 250 000", 1_250_000],
  ["1\u202f250\u00a0000", 1_250_000],
  ["1'250’000", 1_250_000],
  ["۲۵۰ هزار", 250_000],
  ["۲۵۰هزارتومان.", 250_000],
  ["250k", 250_000],
  ["250 K toman", 250_000],
  ["۲ ميليون", 2_000_000],
  ["2.5 میلیون تومان", 2_500_000],
  ["۱٫۱۵ میلیون", 1_150_000],
  ["۲ میلیون و ۵۰۰ هزار تومن", 2_500_000],
  ["مبلغ: ۲۵۰۰۰۰", 250_000],
  ["\u200f２５００\u200e", 2_500],
  ["0", 0],
  ["007", 7],
])("«%s» is the sum %d", (written, sum) => expect(readSum(written)).toBe(sum));

test.each([
  "250.5",
  "۲۵۰٫۵",
  "250/5",
  "1.250",
  "250٫000",
  "1,250.000",
  "250000.00",
  "12,50",
  "12,50,000",
  "1,2500",
  "0,250",
  "1.250 میلیون",
  "۲ میلیون و ۵۰۰",
  "۵۰۰ هزار و ۲ میلیون",
  "-250",
  "−۲۵۰",
  "250-",
  "(250)",
  "+250",
  "1e6",
  "1.23457E+15",
  "250²",
  "½",
  "250 USD",
  "$250",
  "دویست هزار",
  "هزار",
  "123456789012345",
  "",
])("«%s» could be two sums or none, and is refused", (written) => {
  expect(readSum(written)).toBeNull();
  expect(AmountToman.safeParse(written).success).toBe(false);
});

test.each(["2500000 ریال", "۲۵۰۰۰۰۰ ريال", "﷼2500000", "2,500,000 Rials", "2500000 IRR"])(
  "«%s» is refused with a sentence that says it is in rial",
  (written) => {
    expect(readSum(written)).toBe("rial");
    expect(AmountToman.safeParse(written).success).toBe(false);
  },
);

test("a fraction is read after a dot or the Persian decimal sign, but not after a comma", () => {
  expect(["3.6725", "۳٫۶۷۲۵", "\u200e−۱۲٫۵", "7"].map(readDecimal)).toEqual([
    "3.6725",
    "3.6725",
    "-12.5",
    "7",
  ]);
  expect(["3,6", "1.2.3", "1e3", "", "۳٫"].map(readDecimal)).toEqual(Array(5).fill(null));
});

const NO_AMOUNT: AmountText = { value: "", text: null };
const typeAmount = (text: string) =>
  [...text].reduce((field, key) => takeAmount(shownAmount(field) + key, field), NO_AMOUNT);

test.each([
  ["٠۱2x۵0000", "1250000"],
  ["1,250,000", "1250000"],
  ["1234567890123456", "12345678901234"],
  ["250k", "250000"],
  ["۲۵۰ هزار تومان", "250000"],
  ["۲ میلیون و ۵۰۰ هزار", "2500000"],
  ["250 toman", "250"],
  ["250.5", UNREAD],
  ["-250", UNREAD],
  ["2500000 rial", UNREAD],
])("a sum typed as «%s» is %s", (keys, value) => expect(typeAmount(keys).value).toBe(value));

test("digits are shown in groups while they are typed, and words are shown as typed", () => {
  expect(shownAmount(typeAmount("1250000"))).toBe("۱٬۲۵۰٬۰۰۰");
  expect(shownAmount(typeAmount("250k"))).toBe("۲۵۰k");
  expect(shownAmount(takeAmount("250k", NO_AMOUNT))).toBe("۲۵۰٬۰۰۰");
});

test.each([
  ["1.250.000", "1250000"],
  ["۲۵۰ هزار", "250000"],
  ["250,000 تومان", "250000"],
  ["250.5", UNREAD],
  ["1.250", UNREAD],
  ["2500000 ریال", UNREAD],
  ["123456789012345678", "123456789012345678"],
])("a sum pasted as «%s» is %s", (written, value) => {
  expect(takeAmount(written, NO_AMOUNT).value).toBe(value);
  expect(takeAmount(`۱۲۳${written}`, { value: "123", text: null }).value).not.toBe("123");
});

test("deleting a dot leaves the digits", () => {
  const field = typeAmount("1250.");
  expect(field.value).toBe(UNREAD);
  expect(takeAmount("۱٬۲۵۰", field)).toEqual({ value: "1250", text: null });
});

test.each([
  "1403/12/30",
  "1403-12-30",
  "1403.12.30",
  "۱۴۰۳ / ۱۲ / ۳۰",
  "\u200f۱۴۰۳/۱۲/۳۰",
  "۱۴۰۳٫۱۲٫۳۰",
  "١٤٠٣،١٢،٣٠",
  "1403–12–30",
  "1403 12 30",
  "1403_12_30",
  "14031230",
  "۳۰ اسفند ۱۴۰۳",
  "تاریخ تولد: ۱۴۰۳/۱۲/۳۰",
])("«%s» is the last day of 1403", (written) => expect(readTypedDay(written)).toBe("1403-12-30"));

test.each([
  "03/12/30",
  "30/12/1403",
  "1404/12/30",
  "1403/13/1",
  "1403/0/1",
  "1403/07/31",
  "2025-03-20",
  "1403/12",
  "1403/12/30/1",
  "1403//12/30",
  "۳۰ اسپند ۱۴۰۳",
  "x",
  "",
])("«%s» is no day", (written) => expect(readTypedDay(written)).toBeNull());

test.each([
  ["yalda-1405", "YALDA-1405"],
  [" «YALDA۱۴۰۵». ", "YALDA1405"],
  ["ＹＡＬＤＡ－1405", "YALDA-1405"],
  ["\u200fYALDA\u200c_\u202e1405\u202c", "YALDA_1405"],
  ["YALDA – 1405", "YALDA-1405"],
  ["کد تخفیف: YALDA", "YALDA"],
  ["abcd2345)", "ABCD2345"],
  ["\u2067abcd2345\u2069!", "ABCD2345"],
])("«%s» is the code %s of discounts and invitations", (written, code) => {
  expect(DiscountCodeText.parse(written)).toBe(code);
  expect(ReferralCodeText.parse(written)).toBe(code);
});

test.each(["یلدا", "YALDA%20", "YAЛDA", "A*B*C", "AB CD?EF"])("«%s» can be no code", (written) => {
  expect(readCode(written)).toBeNull();
  expect(DiscountCodeText.safeParse(written).success).toBe(false);
  expect(ReferralCodeText.parse(written)).toBeNull();
});

test("a text of two characters or of 33 is no code", () => {
  for (const written of ["AB", "A".repeat(33)])
    expect(DiscountCodeText.safeParse(written).success).toBe(false);
});

test.each([" a@b.ir ", "\u200ea@b.ir\u200f", "mailto:a@b.ir", "<a@b.ir>,", "ایمیل: ａ@b.ir"])(
  "«%s» is an e-mail address",
  (written) => expect(EmailText("no", 254).parse(written)).toBe("a@b.ir"),
);

test("a one-time code keeps nothing but its digits", () => {
  expect(["\u202a۱۲۳۴\u202c", "１２３４", "12-34", "کد شما: 1234"].map(typedDigits)).toEqual(
    Array(4).fill("1234"),
  );
});
