/** Whom something is about, as operators see them: join `user u` and select PERSON. Who was forgotten has no phone. */
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
