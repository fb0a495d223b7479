import { makeFinder } from "../../base/page.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";

export interface GivenUpRow extends PersonColumns {
  id: string;
  channel: "sms" | "email";
  template: string;
  given_up_at: number;
}

export const findGivenUp = makeFinder<GivenUpRow>(
  `SELECT m.id, m.channel, m.template, m.given_up_at, ${PERSON}
       FROM outbox m JOIN user u ON u.id = m.user_id
       WHERE m.given_up_at IS NOT NULL AND (m.given_up_at, m.id) > (?1, ?2)
       ORDER BY m.given_up_at, m.id LIMIT ?3`,
);
