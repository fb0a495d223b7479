/** The places of a prepared answer that are filled from a ticket. */
export const ANSWER_PLACES = { name: "{نام}", code: "{کد}", deadline: "{مهلت}" } as const;

/** As people type them: with spaces inside, with Arabic letters. */
const PLACE = /\{\s*(نام|[کك]د|مهلت)\s*\}/u;

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
  return place === "" ? "" : `جای ${place} هنوز خالی است؛ آن را پر کنید یا بردارید.`;
}
