import { toPersianDigits } from "../../persian/digits.ts";
import { readTypedDay } from "../../persian/calendar.ts";
import { normalName } from "../../persian/normal-name.ts";
import { parseCardNumber, parseIban, parseNationalCode } from "../../persian/identifiers.ts";
import { plainCharacters } from "../../persian/characters.ts";

/** The card-number check of section 5.4. */
const OWNER_MAX = 100;
const OWNER_MESSAGE = "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید.";

/** Returns the sentence for a wrong card number, else "". Section 5. */
export function checkCardNumber(digits: string): string {
  if (digits === "") return "لطفاً شماره کارت خود را وارد کنید.";
  return parseCardNumber(digits) ? "" : "شماره کارت را درست وارد کنید.";
}

/** Returns the sentence for a wrong IBAN, else ""; it may be empty. */
export function checkIban(typed: string): string {
  return plainCharacters(typed) === "" || parseIban(typed) ? "" : "شمارهٔ شبا را درست وارد کنید.";
}

/** Returns the sentence for a wrong card owner, else "": letters and spaces only. Section 5. */
export function checkCardOwner(typed: string): string {
  const owner = normalName(typed);
  if (Array.from(owner).length > OWNER_MAX)
    return `این فیلد باید حداکثر ${toPersianDigits(OWNER_MAX)} کاراکتر باشد.`;
  return /^[\p{Script=Arabic}\p{Script=Latin} \u200c]+$/u.test(owner) && !/\p{N}/u.test(owner)
    ? ""
    : OWNER_MESSAGE;
}

/** Returns the sentence for a wrong national code, else ""; it may be empty. */
export function checkNationalCode(typed: string): string {
  return plainCharacters(typed) === "" || parseNationalCode(typed)
    ? ""
    : "کد ملی را درست وارد کنید.";
}

/** Returns the sentence for a wrong day of birth, else ""; it may be empty. */
export function checkBirthDate(typed: string): string {
  return plainCharacters(typed) === "" || readTypedDay(typed)
    ? ""
    : "تاریخ تولد را درست وارد کنید؛ مانند ۱۳۷۰/۰۵/۱۲.";
}
