import { maskPhone } from "../../persian/identifiers.ts";

/**
 * SQL text: a person's columns as operators see them, to be selected from `user u`. Deleted people
 * have no phone.
 */
export const PERSON =
  "u.id AS person_id, u.first_name, u.last_name, iif(u.forgotten_at IS NULL, u.phone, '') AS phone";

export interface PersonColumns {
  person_id: string;
  first_name: string;
  last_name: string;
  phone: string;
}

/** A person in a list of the desk, with a masked phone. */
export function showPerson(row: PersonColumns) {
  return { ...showWholePerson(row), phone: maskPhone(row.phone) };
}

/** A person whom an operator opened; that leaves a line in the log. */
export function showWholePerson(row: PersonColumns) {
  return {
    id: row.person_id,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
  };
}
