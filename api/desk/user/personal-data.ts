import { BASE_DATA, type Section } from "../../base/personal-data.ts";
import { BUYING_DATA } from "../../buying/personal-data.ts";
import { GOODS_DATA } from "../../goods/personal-data.ts";
import { MONEY_DATA } from "../../money/personal-data.ts";
import { PEOPLE_DATA } from "../../people/personal-data.ts";

/** SQL text: the ids that a proposal about a person can have as its subject. */
const SUBJECTS = `SELECT ?1
  UNION SELECT id FROM bank_card WHERE user_id = ?1
  UNION SELECT id FROM identity_request WHERE user_id = ?1
  UNION SELECT id FROM withdrawal WHERE user_id = ?1
  UNION SELECT i.id FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1`;

/** Sections from the tables of the desk. */
const DESK_DATA: readonly Section[] = [
  {
    // Proposals about the person. The proposal to forget the person is left out, because the same
    // batch decides it last.
    name: "proposals",
    forget: [
      `UPDATE proposal SET state = 'dropped', decided_at = ?2
       WHERE state = 'open' AND action <> 'forget' AND subject_id IN (${SUBJECTS})`,
      `UPDATE proposal SET note = NULL, details = '{}' WHERE subject_id IN (${SUBJECTS})`,
    ],
  },
  {
    name: "bankAnswers",
    forget: [
      `UPDATE payout_row SET bank_words = NULL WHERE state = 'returned'
         AND withdrawal_id IN (SELECT id FROM withdrawal WHERE user_id = ?1)`,
    ],
  },
];

/** Everything that the shop stores about a person, by section of the export. */
export const PERSONAL_DATA: readonly Section[] = [
  ...PEOPLE_DATA,
  ...BUYING_DATA,
  ...MONEY_DATA,
  ...GOODS_DATA,
  ...BASE_DATA,
  ...DESK_DATA,
];
