import { normalName } from "./normal-name.ts";
import { searchKey } from "./search-key.ts";

/** Splits a full name at its first space. A name of one word has no last name. */
export function splitName(fullName: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = fullName.trim().split(/ +/);
  return { firstName, lastName: rest.join(" ") };
}

/** True when two names have the same letters, regardless of spaces and forms of letters. */
export function haveSameLetters(one: string, other: string): boolean {
  return lettersOf(one) === lettersOf(other);
}

/**
 * True when a first and last name fit a proven full name: together they have its letters. If one of
 * them is empty, the other must be the beginning (first name) or the end (last name).
 */
export function fitFullName(
  { firstName, lastName }: { firstName: string; lastName: string },
  fullName: string,
): boolean {
  const letters = lettersOf(fullName);
  if (lastName === "") return letters.startsWith(lettersOf(firstName));
  if (firstName === "") return letters.endsWith(lettersOf(lastName));
  return lettersOf(firstName + lastName) === letters;
}

/**
 * Returns the form of a name for searches at the desk: one form of each letter, without marks,
 * strokes, spaces and half-spaces. The columns `name_key` and `last_name_key` of the table `user`
 * follow the same rules, so a change of this function must change them too.
 */
export function nameKey(name: string): string {
  return normalName(name)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[ىېےئ]/g, "ی")
    .replace(/ڪ/g, "ک")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ؤ/g, "و")
    .replace(/[ةەھہۀۂ]/g, "ه")
    .replace(/[ ـ\u200c]|\p{Mn}/gu, "");
}

/** Returns the letters of a name, for comparisons: without spaces, and in one form each. */
export function lettersOf(name: string): string {
  return searchKey(name).replaceAll(" ", "");
}
