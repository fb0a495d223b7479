import { searchKey } from "./search-key.ts";

/** Splits a full name at its first space. A name of one word has no last name. */
export function splitName(fullName: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = fullName.trim().split(/ +/);
  return { firstName, lastName: rest.join(" ") };
}

/** True when two names have the same letters, whatever their spaces and the forms of letters. */
export function haveSameLetters(one: string, other: string): boolean {
  return lettersOf(one) === lettersOf(other);
}

function lettersOf(name: string): string {
  return searchKey(name).replaceAll(" ", "");
}
