import { z } from "zod";
import { hasNoForm, normalName } from "../persian/normal-name.ts";
import { toLatinDigits, toPersianDigits, typedDigits } from "../persian/digits.ts";
import { readTypedDay } from "../persian/calendar.ts";
import {
  parseCardNumber,
  parseIban,
  parseNationalCode,
  parsePhone,
} from "../persian/identifiers.ts";

/**
 * Fields shared by several calls. Digits may be Persian, Arabic or Latin; the parsed values have
 * Latin digits.
 */

/**
 * Control characters and marks that steer text direction or line breaks; they are refused in text
 * that is shown to people.
 */
const INVISIBLE =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/u;

/** True when a text has control characters or marks that `text` refuses. */
export const hasUnwanted = (value: string): boolean => INVISIBLE.test(value);

/**
 * A single line of `minimum` to `maximum` code points, trimmed, without control characters (the
 * half-space is allowed, as Persian words contain it).
 */
export function text(minimum: number, maximum: number, emptyMessage = "لطفا این فیلد را پر کنید") {
  return limited(minimum, maximum, emptyMessage).refine((value) => !INVISIBLE.test(value), {
    error: UNWANTED,
  });
}

/**
 * A name or a title: like `text`, in the one normal form of names. What nobody sees is left out, so
 * that two names that look alike are alike.
 */
export function nameText(minimum: number, maximum: number, emptyMessage: string) {
  return limited(minimum, maximum, emptyMessage, normalName).refine(
    (value) => !INVISIBLE.test(value) && !hasNoForm(value),
    { error: UNWANTED },
  );
}

/** A text of several lines, with the rules of `text`. */
export function longText(minimum: number, maximum: number, emptyMessage: string) {
  return limited(minimum, maximum, emptyMessage)
    .overwrite((value) => value.replace(/\r\n?/g, "\n"))
    .refine((value) => !INVISIBLE.test(value.replaceAll("\n", "")), { error: UNWANTED });
}

const UNWANTED = "این متن کاراکتری دارد که پذیرفته نمی‌شود.";

function limited(
  minimum: number,
  maximum: number,
  emptyMessage: string,
  normal = (value: string) => value.trim().normalize("NFC"),
) {
  return z
    .string({ error: emptyMessage })
    .overwrite(normal)
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
      { error: emptyMessage },
    );
}

/** A mobile number in any common form; parsed into its ten digits without the leading zero. */
export const Phone = z
  .string({ error: "لطفا شماره موبایل خود را وارد کنید." })
  .max(40, { error: "لطفا شماره موبایل خود را وارد کنید." })
  .transform((value, context) => {
    const digits = parsePhone(value);
    if (digits) return digits;
    context.addIssue({ code: "custom", message: "لطفا شماره موبایل خود را وارد کنید." });
    return z.NEVER;
  });

const NO_NATIONAL_CODE = "کد ملی را درست وارد کنید.";
const NO_BIRTH_DATE = "تاریخ تولد را درست وارد کنید؛ مانند ۱۳۷۰/۰۵/۱۲.";

/** A national code; parsed into its ten digits. */
const NationalCode = z
  .string({ error: NO_NATIONAL_CODE })
  .max(40, { error: NO_NATIONAL_CODE })
  .transform((value, context) => {
    const digits = parseNationalCode(value);
    if (digits) return digits;
    context.addIssue({ code: "custom", message: NO_NATIONAL_CODE });
    return z.NEVER;
  });

/** A day of birth as people type it, in the Persian calendar; parsed into 1370-05-12. */
const BirthDate = z
  .string({ error: NO_BIRTH_DATE })
  .max(40, { error: NO_BIRTH_DATE })
  .transform((value, context) => {
    const day = readTypedDay(value);
    if (day) return day;
    context.addIssue({ code: "custom", message: NO_BIRTH_DATE });
    return z.NEVER;
  });

/** The fields of forms that may spare the wait for a person: see decision 57. Both or neither. */
export const inquiredFields = {
  nationalCode: NationalCode.optional().describe(
    "For an inquiry that may answer in seconds; kept until it has, and not at all without one",
  ),
  birthDate: BirthDate.optional().describe("Day of birth in the Persian calendar, with it"),
};

/** True unless only one of them is given. */
export const hasBothOrNeither = (form: {
  nationalCode?: string | undefined;
  birthDate?: string | undefined;
}): boolean => (form.nationalCode === undefined) === (form.birthDate === undefined);

/** The refusal of a form with half of them, at its field. */
export const HALF_PERSON = {
  error: "کد ملی و تاریخ تولد را با هم وارد کنید.",
  path: ["nationalCode"],
};

/** A bank card number; parsed into its sixteen digits. */
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

/** An Iranian IBAN, with or without IR; parsed into IR and its 24 digits, or left empty. */
export const Iban = z
  .string({ error: "لطفاً شمارهٔ شبا را وارد کنید." })
  .max(80, { error: "شمارهٔ شبا را درست وارد کنید." })
  .transform((value, context) => {
    if (value.trim() === "") return "";
    const iban = parseIban(value);
    if (iban) return iban;
    context.addIssue({ code: "custom", message: "شمارهٔ شبا را درست وارد کنید." });
    return z.NEVER;
  });

/**
 * A card owner's name as a bank writes it: letters of Persian or Latin script, spaces and
 * half-spaces, in the one normal form of names.
 */
export const CardOwner = z
  .string({ error: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید." })
  .overwrite(normalName)
  .min(1, { error: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید." })
  .refine((value) => [...value].length <= 100, { error: "این فیلد باید حداکثر ۱۰۰ کاراکتر باشد." })
  // A script also contains digits, signs and direction marks, so the lookahead allows letters only.
  .regex(/^(?:(?=[\p{L}\p{M}])[\p{Script=Arabic}\p{Script=Latin}]|[ \u200c])+$/u, {
    error: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید.",
  })
  .refine((value) => !hasNoForm(value), { error: UNWANTED });

/** The largest amount a field can hold: fourteen digits (section 5). */
const AMOUNT_MAX_TOMAN = 99_999_999_999_999;

/** A whole number from `least` to `most`, as a number or as typed digits. */
export const wholeNumber = (least: number, most: number, error: string) =>
  z
    .union([z.number(), z.string().max(40)], { error })
    .transform((value) => (typeof value === "number" ? value : readAmount(value)))
    .pipe(
      z
        .number({ error })
        .int({ error, abort: true })
        .min(least, { error, abort: true })
        .max(most, { error, abort: true }),
    );

/** Whole toman, as a number or as typed digits. */
export const AmountToman = wholeNumber(1, AMOUNT_MAX_TOMAN, "لطفا مبلغ مورد نظر را وارد کنید");

/**
 * Parses typed digits. A dash, allowed in cards and phones, is refused here: it would turn a
 * negative amount into a positive one.
 */
function readAmount(text: string): number {
  const digits = typedDigits(text);
  return /^\d{1,14}$/.test(digits) && !text.includes("-") ? Number(digits) : NaN;
}

/** An id in the form that the shop creates; no row can have any other. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "شناسه درست نیست." });

/** The number by which people name an order or a ticket. It opens nothing. */
export const ShortNumber = z
  .string()
  .describe("Seven to nine digits, the last a check digit; for people, never part of an address");

/** A discount code as typed: any case, any digits, surrounding spaces. */
export const DiscountCodeText = z
  .string({ error: "لطفاً کد تخفیف را وارد کنید" })
  .max(64, { error: "کد تخفیف معتبر نیست." })
  .transform((value) => toLatinDigits(value).trim().toUpperCase())
  .refine((value) => value.length > 0, { error: "لطفاً کد تخفیف را وارد کنید" });
