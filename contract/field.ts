import { z } from "zod";
import { toLatinDigits, toPersianDigits, typedDigits } from "../persian/digits.ts";
import { parseCardNumber, parsePhone } from "../persian/identifiers.ts";

/** Fields that several calls share. Digits may come in Persian, Arabic or Latin; they leave here as Latin. */

/** A character that steers direction or lines or is for machines, which has no business in anything that people are shown. */
const INVISIBLE =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/u;

/** One line of `minimum` to `maximum` code points, trimmed, without invisible controls (the half-space is a letter's neighbour and stays). */
export function text(minimum: number, maximum: number, emptyMessage = "لطفا این فیلد را پر کنید") {
  return limited(minimum, maximum, emptyMessage).refine((value) => !INVISIBLE.test(value), {
    error: UNWANTED,
  });
}

/** The same of any number of lines. */
export function longText(minimum: number, maximum: number, emptyMessage: string) {
  return limited(minimum, maximum, emptyMessage)
    .overwrite((value) => value.replace(/\r\n?/g, "\n"))
    .refine((value) => !INVISIBLE.test(value.replaceAll("\n", "")), { error: UNWANTED });
}

const UNWANTED = "این متن نویسه‌ای دارد که پذیرفته نمی‌شود.";

function limited(minimum: number, maximum: number, emptyMessage: string) {
  return z
    .string({ error: emptyMessage })
    .trim()
    .normalize("NFC")
    .refine((value) => value.length > 0 || minimum === 0, { error: emptyMessage, abort: true })
    .refine((value) => [...value].length >= minimum, {
      error: `این فیلد باید حداقل ${toPersianDigits(minimum)} کاراکتر باشد.`,
    })
    .refine((value) => [...value].length <= maximum, {
      error: `این فیلد باید حداکثر ${toPersianDigits(maximum)} کاراکتر باشد.`,
    })
    .refine(
      (value) =>
        minimum === 0 ||
        /\p{L}|\p{N}/u.test(value.replace(/\p{Default_Ignorable_Code_Point}/gu, "")),
      {
        error: emptyMessage,
      },
    );
}

/** A mobile number in any usual form; becomes its ten digits without the leading zero. */
export const Phone = z
  .string({ error: "لطفا شماره موبایل خود را وارد کنید." })
  .max(40, { error: "لطفا شماره موبایل خود را وارد کنید." })
  .transform((value, context) => {
    const digits = parsePhone(value);
    if (digits) return digits;
    context.addIssue({ code: "custom", message: "لطفا شماره موبایل خود را وارد کنید." });
    return z.NEVER;
  });

/** Sixteen digits of a bank card. */
export const CardNumber = z
  .string({ error: "لطفاً شماره کارت خود را وارد کنید." })
  .max(60, { error: "شماره کارت را درست وارد کنید." })
  .transform((value, context) => {
    const digits = parseCardNumber(value);
    if (digits) return digits;
    context.addIssue({
      code: "custom",
      message: value.trim() ? "شماره کارت را درست وارد کنید." : "لطفاً شماره کارت خود را وارد کنید.",
    });
    return z.NEVER;
  });

/** Letters of Persian or Latin script, spaces and half-spaces: a name as a bank writes it. Arabic ي and ك become ی and ک. */
export const CardOwner = z
  .string({ error: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید." })
  .trim()
  .normalize("NFC")
  .min(1, { error: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید." })
  .refine((value) => [...value].length <= 100, { error: "این فیلد باید حداکثر ۱۰۰ کاراکتر باشد." })
  // A script has digits, signs and direction marks of its own as well.
  .regex(/^(?:(?=[\p{L}\p{M}])[\p{Script=Arabic}\p{Script=Latin}]|[ \u200c])+$/u, {
    error: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید.",
  })
  .transform((value) => value.replace(/ي/g, "ی").replace(/ك/g, "ک"));

/** The largest amount a field can hold: fourteen digits (section 5). */
const AMOUNT_MAX_TOMAN = 99_999_999_999_999;

/** Whole toman, as a number or as the digits a person typed. */
export const AmountToman = z
  .union([z.number(), z.string().max(40)], { error: "لطفا مبلغ مورد نظر را وارد کنید" })
  .transform((value) => (typeof value === "number" ? value : readAmount(value)))
  .pipe(
    z
      .number({ error: "لطفا مبلغ مورد نظر را وارد کنید" })
      .int({ error: "لطفا مبلغ مورد نظر را وارد کنید" })
      .min(1, { error: "لطفا مبلغ مورد نظر را وارد کنید" })
      .max(AMOUNT_MAX_TOMAN, { error: "لطفا مبلغ مورد نظر را وارد کنید" }),
  );

/** A dash, which cards and phones are written with, is the sign of an amount: less than nothing is not taken for its opposite. */
function readAmount(text: string): number {
  const digits = typedDigits(text);
  return /^\d{1,14}$/.test(digits) && !text.includes("-") ? Number(digits) : NaN;
}

/** An identifier that the shop gave out; anything else cannot exist and is not looked for. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "شناسه درست نیست." });

/** A discount code as people type it: any case, any digits, surrounding space. */
export const DiscountCodeText = z
  .string({ error: "لطفا کد تخفیف را وارد کنید" })
  .max(64, { error: "کد تخفیف معتبر نیست." })
  .transform((value) => toLatinDigits(value).trim().toUpperCase())
  .refine((value) => value.length > 0, { error: "لطفا کد تخفیف را وارد کنید" });
