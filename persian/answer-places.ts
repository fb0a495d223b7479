/** The places of a prepared answer that are filled from a ticket. */
export const ANSWER_PLACES = { name: "{نام}", code: "{کد}", deadline: "{مهلت}" } as const;

type PlaceName = keyof typeof ANSWER_PLACES;
const PLACE_NAMES = Object.keys(ANSWER_PLACES) as readonly PlaceName[];

/** As people type them: with spaces inside, with Arabic letters. */
const KNOWN: Record<PlaceName, RegExp> = {
  name: /\{\s*نام\s*\}/gu,
  code: /\{\s*[کك]د\s*\}/gu,
  deadline: /\{\s*مهلت\s*\}/gu,
};

/** Words in braces: also a place that the shop does not know must not reach a buyer. */
const PLACE = /\{[\p{L}\p{M}\s\u200c_-]+\}/u;
/** In an answer that is written beforehand any brace is a place that was meant. */
const BRACE = /\{[^{}]*\}|[{}]/u;
/** A longer text in braces is not repeated in a sentence. */
const SHOWN_MAX = 40;

/** Fills the places. One whose words are empty stays as it is, for the operator to see. */
export function fillPlaces(text: string, words: Readonly<Record<PlaceName, string>>): string {
  return PLACE_NAMES.reduce(
    (filled, name) =>
      words[name] === "" ? filled : filled.replaceAll(KNOWN[name], () => words[name]),
    text,
  );
}

/**
 * Finds the first place that is still unfilled. Returns it as it stands in the text, for example
 * «{کد}», or an empty string when there is none.
 */
export function openPlace(text: string): string {
  return PLACE.exec(text)?.[0] ?? "";
}

/** Returns the sentence about an unfilled place, or an empty string. */
export function tellOpenPlace(text: string): string {
  const place = openPlace(text);
  return place === "" ? "" : `جای ${shorten(place)} هنوز خالی است؛ آن را پر کنید یا بردارید.`;
}

/**
 * Returns the sentence about a place that no ticket fills, or about a brace that is left alone, or
 * an empty string.
 */
export function tellUnknownPlace(text: string): string {
  const rest = PLACE_NAMES.reduce((left, name) => left.replaceAll(KNOWN[name], ""), text);
  const found = PLACE.exec(rest) ?? BRACE.exec(rest);
  if (found === null) return "";
  const { name, code, deadline } = ANSWER_PLACES;
  return `${shorten(found[0])} از تیکت پر نمی‌شود؛ تنها ${name}، ${code} و ${deadline} پر می‌شوند.`;
}

const shorten = (place: string) => (place.length > SHOWN_MAX ? "{…}" : place);
