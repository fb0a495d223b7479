import { parsePhone } from "../../persian/identifiers.ts";
import { typedDigits } from "../../persian/signs.ts";

/** The content of the phone field: as it came, and as it is shown. */
export interface PhoneText {
  typed: string;
  shown: string;
}

export const NO_PHONE: PhoneText = { typed: "", shown: "" };

/**
 * Takes over what stands in the field after a key or a paste. Typed by hand it holds digits only,
 * eleven after a zero and ten otherwise (section 5.1); more after the code of a country, in front of
 * which may stand «+». A number that is understood is shown without that code. Nothing is cut: what
 * was pasted and is no number stays, so that it can be refused.
 */
export function takePhone(text: string, before: PhoneText): PhoneText {
  const added = text.length - before.shown.length;
  if (added < 0 || added > 1) return show(typedDigits(text));
  const isBehind = added === 1 && text.startsWith(before.shown);
  const signs = typedDigits(isBehind ? before.typed + text.slice(-1) : text);
  if (!/^\+?\d*$/.test(signs) || signs.length > mostSigns(signs)) return before;
  return show(signs);
}

const mostSigns = (signs: string) =>
  /^(?:\+|00|0?98)/.test(signs) ? ABROAD_MAX : signs.startsWith("0") ? 11 : 10;

/** «+» or «00» and the digits of any country: fifteen by ITU-T E.164. */
const ABROAD_MAX = 17;

function show(typed: string): PhoneText {
  const phone = parsePhone(typed);
  return { typed, shown: phone !== null && !/^0?9\d{9}$/.test(typed) ? phone : typed };
}
