import { emptyUser } from "../../people/personal-data.ts";
import { PERSONAL_DATA } from "./personal-data.ts";

/**
 * Returns the statements that delete a person's data. Everything that identifies the person is
 * deleted; the ledger's rows remain under a random id. They must run in the same batch as the
 * operator's decision, after the claims that the person may be forgotten.
 */
export function forget(db: D1Database, id: string, now: number): D1PreparedStatement[] {
  return [
    ...PERSONAL_DATA.flatMap(({ forget = [] }) => forget).map((text) =>
      db.prepare(text).bind(...(text.includes("?2") ? [id, now] : [id])),
    ),
    emptyUser(db, id, now),
  ];
}
