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

export function showPerson(row: PersonColumns) {
  return {
    id: row.person_id,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
  };
}
