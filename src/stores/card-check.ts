import { toPersianDigits } from "../../persian/digits.ts";
import { parseCardNumber } from "../../persian/identifiers.ts";

/** Section 5.4. */
const OWNER_MAX = 100;
const OWNER_MESSAGE = "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید.";

/** Section 5: what is wrong with a card's number, or empty. */
export function checkCardNumber(digits: string): string {
  if (digits === "") return "لطفاً شماره کارت خود را وارد کنید.";
  return parseCardNumber(digits) ? "" : "شماره کارت را درست وارد کنید.";
}

/** Section 5: letters and spaces, as a bank writes a name. */
export function checkCardOwner(typed: string): string {
  const owner = typed.trim().normalize("NFC");
  if (Array.from(owner).length > OWNER_MAX)
    return `این فیلد باید حداکثر ${toPersianDigits(OWNER_MAX)} کاراکتر باشد.`;
  return /^[\p{Script=Arabic}\p{Script=Latin} \u200c]+$/u.test(owner) && !/\p{N}/u.test(owner)
    ? ""
    : OWNER_MESSAGE;
}
