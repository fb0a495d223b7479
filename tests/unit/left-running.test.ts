import { expect, test } from "vitest";
import { ACTIVE_IN_NAME } from "../../api/desk/operator/left-running.ts";
import { emptyDatabase } from "../torture/guards/in-code.ts";

/** Columns that name an operator, and why their rows stay when the operator loses the role. */
const STAYS: Record<string, string> = {
  "closure.closed_by": "a closed shop stays so until somebody opens it",
  "closing.closed_by": "a day that was closed; it stays in the books",
  "desk_decision.operator": "the log",
  "discount_code.made_by": "was promised to shoppers; what it gives away counts against its maker",
  "discount_series.made_by": "as for its codes",
  "freeze.frozen_by": "a frozen account stays so until somebody releases it",
  "freeze.released_by": "the log of it",
  "given_away.confirmed_by": "the log of it",
  "given_away.operator": "the book of what they gave away; what they were allowed ends in a day",
  "passkey.operator": "`shutOut` ends it; an operator who is only lowered keeps it",
  "payout.confirmed_by": "the log of it",
  "prepared_answer.changed_by": "says who wrote it last",
  "price_change.operator": "the history of prices",
  "proposal.decided_by": "the log of it",
  "rate.confirmed_by": "says who confirmed a rate",
  "rate.made_by": "says who published prices",
  "ticket_message.operator": "says who wrote it",
  "withdrawal.in_hand_of": "its money may have left the bank; a colleague looks, and puts it back",
};

/** The names that a column may have when it names an operator. */
const NAMES_SOMEBODY = /^operator$|_by$|_of$/;

test("each column that names an operator is in ACTIVE_IN_NAME, or has a reason to stay", () => {
  const database = emptyDatabase();
  const columns = database
    .prepare(
      `SELECT t.name || '.' || c.name AS name, c.name AS own,
         EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name) f
           WHERE f."table" = 'operator' AND f."from" = c.name) AS points
       FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
    )
    .all() as { name: string; own: string; points: number }[];
  const naming = columns
    .filter(({ own, points }) => points === 1 || NAMES_SOMEBODY.test(own))
    .map(({ name }) => name);
  const known = [...Object.keys(ACTIVE_IN_NAME), ...Object.keys(STAYS)];
  // An SMS channel names its operator in a column that holds other addresses too.
  expect(known.toSorted()).toEqual([...naming, "alert_channel.address"].toSorted());
});

test("the database can prepare each statement of the list", () => {
  const database = emptyDatabase();
  for (const sql of Object.values(ACTIVE_IN_NAME).flat())
    expect(() => database.prepare(sql)).not.toThrow();
});
