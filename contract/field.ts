import { z } from "zod";
import { cleanLine, cleanText, isUnreadable, tellUnreadable } from "../persian/clean-text.ts";
import { findFormless, normalName } from "../persian/normal-name.ts";
import { toPersianDigits } from "../persian/digits.ts";
import { readTypedDay } from "../persian/calendar.ts";
import {
  parseCardNumber,
  parseIban,
  parseNationalCode,
  parsePhone,
} from "../persian/identifiers.ts";
import { plainCharacters, readCode, typedDigits } from "../persian/characters.ts";
import { readSum } from "../persian/sum.ts";

/**
 * Fields shared by several calls. Text that people type or paste is cleaned and parsed by the
 * functions of persian/, which the pages use too; parsed values have Latin digits.
 */

/**
 * Control characters, and characters that control text direction or line breaks. No code contains
 * one.
 */
const INVISIBLE =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|\p{Cs}/u;

/**
 * A single line of `minimum` to `maximum` code points. Line breaks, tabs and unusual spaces become
 * spaces; invisible characters are removed. Unreadable characters are refused, and the message says
 * where they are.
 */
export function text(minimum: number, maximum: number, emptyMessage = "لطفا این فیلد را پر کنید") {
  return limited(minimum, maximum, emptyMessage, cleanLine).refine(
    (value) => !isUnreadable(value),
    { error: ({ input }) => tellUnreadable(String(input)) },
  );
}

/**
 * A name or a title: like `text`, but in the normal form of names, so that two names that look the
 * same are equal.
 */
export function nameText(minimum: number, maximum: number, emptyMessage: string) {
  return limited(minimum, maximum, emptyMessage, normalName).refine(
    (value) => findFormless(value) === null,
    FORMLESS,
  );
}

/** A text of several lines, cleaned and checked like `text`. */
export function longText(minimum: number, maximum: number, emptyMessage: string) {
  return limited(minimum, maximum, emptyMessage, cleanText).refine(
    (value) => !isUnreadable(value),
    { error: ({ input }) => tellUnreadable(String(input)) },
  );
}

/**
 * A code that an operator enters by hand. It is only trimmed and composed (NFC): a text with a
 * character that no code has is refused. Because it is `writeOnly`, the desk's command never takes
 * it on the command line.
 */
export function codeText(minimum: number, maximum: number) {
  return limited(minimum, maximum, "لطفا این فیلد را پر کنید", (value) =>
    value.trim().normalize("NFC"),
  )
    .refine((value) => !INVISIBLE.test(value), {
      error: "این متن کاراکتری دارد که پذیرفته نمی‌شود.",
    })
    .meta({ writeOnly: true });
}

const FORMLESS = {
  error: ({ input }: { input?: unknown }) => {
    const name = String(input).normalize("NFD");
    return tellUnreadable(name, findFormless(name) ?? undefined);
  },
};

function limited(
  minimum: number,
  maximum: number,
  emptyMessage: string,
  clean: (value: string) => string,
) {
  return z
    .string({ error: emptyMessage })
    .overwrite(clean)
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
    )
    .meta({ ...(minimum > 0 && { minLength: minimum }), maxLength: maximum });
}

/** The longest input for a number: as typed or pasted, with all characters around it. */
export const TYPED_MAX = 200;

/** A mobile number in any common form; parsed into its ten digits without the leading zero. */
export const Phone = z
  .string({ error: "لطفا شماره موبایل خود را وارد کنید." })
  .max(TYPED_MAX, { error: "لطفا شماره موبایل خود را وارد کنید." })
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
  .max(TYPED_MAX, { error: NO_NATIONAL_CODE })
  .transform((value, context) => {
    const digits = parseNationalCode(value);
    if (digits) return digits;
    context.addIssue({ code: "custom", message: NO_NATIONAL_CODE });
    return z.NEVER;
  });

/** A birth date as people type it, in the Persian calendar; parsed into a form like 1370-05-12. */
const BirthDate = z
  .string({ error: NO_BIRTH_DATE })
  .max(TYPED_MAX, { error: NO_BIRTH_DATE })
  .transform((value, context) => {
    const day = readTypedDay(value);
    if (day) return day;
    context.addIssue({ code: "custom", message: NO_BIRTH_DATE });
    return z.NEVER;
  });

/**
 * Form fields by which a provider may verify a person at once, without an operator: see decision
 * 57. Either both are given or neither.
 */
export const inquiredFields = {
  nationalCode: NationalCode.optional().describe(
    "For an automatic check of the person; deleted after the check, never stored without one",
  ),
  birthDate: BirthDate.optional().describe(
    "Birth date in the Persian calendar; required if `nationalCode` is sent",
  ),
};

/** True when both fields are given or neither is. */
export const hasBothOrNeither = (form: {
  nationalCode?: string | undefined;
  birthDate?: string | undefined;
}): boolean => (form.nationalCode === undefined) === (form.birthDate === undefined);

/** The error of a form that has only one of the two fields, shown at that field. */
export const INCOMPLETE_PERSON = {
  error: "کد ملی و تاریخ تولد را با هم وارد کنید.",
  path: ["nationalCode"],
};

/** A bank card number; parsed into its sixteen digits. */
export const CardNumber = z
  .string({ error: "لطفاً شماره کارت خود را وارد کنید." })
  .max(TYPED_MAX, { error: "شماره کارت را درست وارد کنید." })
  .transform((value, context) => {
    const digits = parseCardNumber(value);
    if (digits) return digits;
    context.addIssue({
      code: "custom",
      message: plainCharacters(value)
        ? "شماره کارت را درست وارد کنید."
        : "لطفاً شماره کارت خود را وارد کنید.",
    });
    return z.NEVER;
  });

/** An Iranian IBAN, with or without IR; parsed into IR and its 24 digits, or an empty text. */
export const Iban = z
  .string({ error: "لطفاً شمارهٔ شبا را وارد کنید." })
  .max(TYPED_MAX, { error: "شمارهٔ شبا را درست وارد کنید." })
  .transform((value, context) => {
    if (plainCharacters(value) === "") return "";
    const iban = parseIban(value);
    if (iban) return iban;
    context.addIssue({ code: "custom", message: "شمارهٔ شبا را درست وارد کنید." });
    return z.NEVER;
  });

/**
 * A card owner's name as banks write it: Persian or Latin letters, spaces and half-spaces, in the
 * normal form of names.
 */
export const CardOwner = z
  .string({ error: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید." })
  .overwrite(normalName)
  .min(1, { error: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید." })
  .refine((value) => [...value].length <= 100, { error: "این فیلد باید حداکثر ۱۰۰ کاراکتر باشد." })
  // A Unicode script also contains digits, punctuation and direction marks. The lookahead allows
  // letters and their combining marks only.
  .regex(/^(?:(?=[\p{L}\p{M}])[\p{Script=Arabic}\p{Script=Latin}]|[ \u200c])+$/u, {
    error: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید.",
  })
  .refine((value) => findFormless(value) === null, FORMLESS);

/** The largest amount a field can hold: fourteen digits (section 5). */
const AMOUNT_MAX_TOMAN = 99_999_999_999_999;

/** A whole number from `least` to `most`, as a number or as people write it. */
export const wholeNumber = (least: number, most: number, error: string) =>
  z
    .union([z.number(), z.string().max(TYPED_MAX)], { error })
    .transform((value) => (typeof value === "number" ? value : Number(readSum(value) ?? NaN)))
    .pipe(
      z
        .number({ error })
        .int({ error, abort: true })
        .min(least, { error, abort: true })
        .max(most, { error, abort: true }),
    )
    .meta({ minimum: least, maximum: most });

/** Whole toman, as a number or as people write a sum. */
export const AmountToman = wholeNumber(1, AMOUNT_MAX_TOMAN, "لطفا مبلغ مورد نظر را وارد کنید");

/** An id in the form that the shop generates; no row has an id in any other form. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "شناسه درست نیست." });

/** The number by which people name an order or a ticket. It gives no access. */
export const ShortNumber = z
  .string()
  .describe(
    "Short number for people to say or write: seven to nine digits, the last a check digit",
  );

const WRONG_CODE = "کد تخفیف معتبر نیست.";

/** A discount code or its beginning, as typed or pasted; parsed into the stored form. */
export const discountCodeStart = (wrong: string) =>
  z
    .string({ error: "لطفاً کد تخفیف را وارد کنید" })
    .max(TYPED_MAX, { error: wrong })
    .transform((value, context) => {
      const code = readCode(value);
      if (code) return code;
      const message = code === "" ? "لطفاً کد تخفیف را وارد کنید" : wrong;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

/**
 * A discount code as typed or pasted. A text that cannot be a code is refused, and does not count
 * as a guess.
 */
export const DiscountCodeText = discountCodeStart(WRONG_CODE).refine(
  (code) => /^.{3,32}$/.test(code),
  { error: WRONG_CODE },
);

/**
 * A referral code from an address. A text that cannot be a code is ignored, and signing in
 * continues.
 */
export const ReferralCodeText = z
  .string()
  .transform((value) => (value.length > TYPED_MAX ? null : readCode(value) || null));

/** An e-mail address, without the spaces and characters that are often pasted with it. */
export const EmailText = (error: string, maximum: number) =>
  z
    .string({ error })
    .overwrite((value) => plainCharacters(value).replace(/^[<«"']+|[>»"'.,،;؛]+$/g, ""))
    .pipe(z.email({ error }).max(maximum, { error }));

/** A one-time or other short code of digits, in any digits and grouping. */
export const DigitsText = (length: number, error: string, emptyError: string) =>
  z
    .string({ error: emptyError })
    .max(TYPED_MAX, { error })
    .transform(typedDigits)
    .refine((value) => value.length === length && /^\d+$/.test(value), { error });
