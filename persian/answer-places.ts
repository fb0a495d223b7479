/** The fields of a prepared answer that are filled from a ticket. */
export const ANSWER_PLACES = { name: "{نام}", code: "{کد}", deadline: "{مهلت}" } as const;

type PlaceName = keyof typeof ANSWER_PLACES;
const PLACE_NAMES = Object.keys(ANSWER_PLACES) as readonly PlaceName[];

/** The fields as people type them: with spaces inside, or with Arabic letters. */
const KNOWN: Record<PlaceName, RegExp> = {
  name: /\{\s*نام\s*\}/gu,
  code: /\{\s*[کك]د\s*\}/gu,
  deadline: /\{\s*مهلت\s*\}/gu,
};

/** Any words in braces, because a field with an unknown name must not reach a buyer either. */
const PLACE = /\{[\p{L}\p{M}\s\u200c_-]+\}/u;
/**
 * Anything in braces, or a single brace: in a prepared answer, each brace should belong to a field.
 */
const BRACE = /\{[^{}]*\}|[{}]/u;
/** The most characters of a text in braces that an error sentence repeats. */
const SHOWN_MAX = 40;

/**
 * Fills the fields. A field stays as it is when there are no words for it, so that the operator
 * sees it.
 */
export function fillPlaces(text: string, words: Readonly<Record<PlaceName, string>>): string {
  return PLACE_NAMES.reduce(
    (filled, name) =>
      words[name] === "" ? filled : filled.replaceAll(KNOWN[name], () => words[name]),
    text,
  );
}

/**
 * Finds the first field that is not filled. Returns it as it is written, for example «{کد}»,
 * or an empty string when there is none.
 */
export function openPlace(text: string): string {
  return PLACE.exec(text)?.[0] ?? "";
}

/** Returns an error sentence if a field is not filled, otherwise an empty string. */
export function tellOpenPlace(text: string): string {
  const place = openPlace(text);
  return place === "" ? "" : `جای ${shorten(place)} هنوز خالی است؛ آن را پر کنید یا بردارید.`;
}

/**
 * Returns an error sentence if there is an unknown field or a single brace, otherwise an empty
 * string.
 */
export function tellUnknownPlace(text: string): string {
  const rest = PLACE_NAMES.reduce((left, name) => left.replaceAll(KNOWN[name], ""), text);
  const found = PLACE.exec(rest) ?? BRACE.exec(rest);
  if (found === null) return "";
  const { name, code, deadline } = ANSWER_PLACES;
  return `${shorten(found[0])} از تیکت پر نمی‌شود؛ تنها ${name}، ${code} و ${deadline} پر می‌شوند.`;
}

const shorten = (place: string) => (place.length > SHOWN_MAX ? "{…}" : place);
