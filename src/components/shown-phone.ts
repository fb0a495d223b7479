import { toPersianDigits } from "../../persian/digits.ts";
import { settings } from "../settings.ts";

/** The shop's phone in national format with Persian digits. */
export const shownPhone = toPersianDigits(
  settings.phone.replace(/^\+98/, "0").replace(/^(0\d{2})(\d{4})(\d{4})$/, "$1 $2 $3"),
);
