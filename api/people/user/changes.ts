import { noteEvent } from "../account-event/statements.ts";
import { tellOfChange } from "../account-event/tell.ts";
import type { Shop } from "../../base/context.ts";
import { randomId } from "../../base/vault.ts";
import type { UserRow } from "../../base/person.ts";
import type { ProfileChange } from "./statements.ts";

/** Notes the changes of a profile as events, and tells the owner of those that give access. */
export function noteChanges(
  shop: Shop,
  userId: string,
  before: UserRow,
  change: ProfileChange,
  device: string,
): D1PreparedStatement[] {
  const { firstName, lastName, email, wantsCodesByEmail } = change;
  const note = (kind: "names_changed" | "email_changed" | "codes_by_email_off") =>
    noteEvent(shop.db, { id: randomId(), userId, kind, device }, shop.now());
  const isOther = <Value>(value: Value | undefined, old: Value) =>
    value !== undefined && value !== old;
  return [
    ...(isOther(firstName, before.first_name) || isOther(lastName, before.last_name)
      ? [note("names_changed")]
      : []),
    // The new address is not confirmed and receives no codes, so the owner gets no SMS about it.
    ...(isOther(email, before.email) ? [note("email_changed")] : []),
    ...(isOther(wantsCodesByEmail, before.wants_codes_by_email === 1)
      ? wantsCodesByEmail
        ? tellOfChange(shop, userId, "codes_by_email_on", device)
        : [note("codes_by_email_off")]
      : []),
  ];
}
