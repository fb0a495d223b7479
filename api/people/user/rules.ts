import { fitFullName, haveSameLetters } from "../../../persian/names.ts";
import type { NameFacts, ProfileChange } from "./statements.ts";

/**
 * Chooses the names that an update saves; null when it is not allowed. A proven name stays as it
 * is, and an empty one may be filled with a name that fits the proven owner.
 */
export function chooseNames(
  facts: NameFacts,
  { firstName, lastName }: ProfileChange,
): Pick<ProfileChange, "firstName" | "lastName"> | null {
  if (facts.proven_owner === null) return { firstName, lastName };
  const before = { firstName: facts.first_name, lastName: facts.last_name };
  const isOther = (old: string, fresh: string | undefined) =>
    fresh !== undefined && old !== "" && !haveSameLetters(old, fresh);
  if (isOther(before.firstName, firstName) || isOther(before.lastName, lastName)) return null;
  const after = {
    firstName: before.firstName || (firstName ?? ""),
    lastName: before.lastName || (lastName ?? ""),
  };
  const isFilled = after.firstName !== before.firstName || after.lastName !== before.lastName;
  return !isFilled || fitFullName(after, facts.proven_owner) ? after : null;
}
