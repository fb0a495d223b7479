import { parsePhone } from "../../persian/identifiers.ts";
import { typedDigits } from "../../persian/characters.ts";

/** The content of the phone field: as it was typed, and as it is shown. */
export interface PhoneText {
  typed: string;
  shown: string;
}

export const NO_PHONE: PhoneText = { typed: "", shown: "" };

/**
 * Returns the new content of the field after a key or a paste. Typed text may contain only digits,
 * with an optional «+» before them. A valid phone number is shown without its country code. Nothing
 * is cut: the first ten digits of a longer number may be another person's phone. So a wrong number
 * stays, and is refused when it is sent.
 */
export function takePhone(text: string, before: PhoneText): PhoneText {
  const added = text.length - before.shown.length;
  if (added < 0 || added > 1) return show(typedDigits(text));
  const isBehind = added === 1 && text.startsWith(before.shown);
  const characters = typedDigits(isBehind ? before.typed + text.slice(-1) : text);
  if (!/^\+?\d*$/.test(characters) || characters.length > CHARACTERS_MAX) return before;
  return show(characters);
}

/**
 * The most characters: «+» or «00», and fifteen digits, the limit of ITU-T E.164 for all countries.
 */
const CHARACTERS_MAX = 17;

function show(typed: string): PhoneText {
  const phone = parsePhone(typed);
  return { typed, shown: phone !== null && !/^0?9\d{9}$/.test(typed) ? phone : typed };
}
