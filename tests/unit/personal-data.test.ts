import { expect, test } from "vitest";
import { PERSONAL_DATA } from "../../api/desk/user/personal-data.ts";
import { emptyDatabase } from "../torture/guards/in-code.ts";

/** Each table about people is exported and forgotten, or named here with a reason why not. */

/** Tables that an export of a person's data leaves out, with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  cart: "holds a version and a discount code; its items are exported",
  desk_decision: "the record of operators; what they decided stands in the person's own rows",
  discount_use: "each row repeats the discount of an order",
  delivered_image: "about operators, who are no shoppers; deleted after a day",
  email_verification: "holds hashes of links that expire within a day",
  given_away: "what operators gave away, at cost",
  operator: "an operator is no shopper; their phone is for the SMS about invitations",
  operator_invitation: "about operators, who are no shoppers",
  operator_token: "about operators, who are no shoppers",
  closing: "sums of a day, and the operator who closed it",
  passkey: "about operators, who are no shoppers",
  passkey_challenge: "about operators, who are no shoppers",
  proposal: "what operators ask of each other",
  queue_aside: "what operators leave for later; deleted a day after its time",
  queue_hold: "who has something open; deleted after a day",
  payout_row:
    "how a withdrawal went to the bank; its end stands in the withdrawal, which is exported",
  rate_limit: "holds counters that are deleted after a day",
  refunded_unit: "numbers of the units of a refund, which is exported",
  supplier_code: "numbers of codes; the export says which were read and when",
  supplier_order: "how the shop came by the codes of an order, which is exported",
  stray_payment: "becomes a payment of the person once it is adopted",
  ticket_code: "numbers of the codes of a ticket, which is exported",
  transfer: "the export shows the wallet's transactions, which are written from it",
};

/** Tables that stay as they are when a person is forgotten, with the reason. */
const NOT_FORGOTTEN: Record<string, string> = {
  account: "money: the books need it, under an id that names nobody",
  cart_answer: "goes with its line of the cart, by its foreign key",
  code: "proof of what was delivered; sealed",
  discount_use: "limits of discount codes are counted from it",
  freeze: "who was stopped stays stopped, under an id that names nobody",
  freeze_mark: "keyed hashes, so that whoever was stopped is recognised when they come back",
  order_item: "the books need what was sold",
  orders: "the books need what was sold",
  payment: "the books need what was paid",
  given_away: "what operators gave away, at cost",
  operator: "an operator is no shopper; their phone is for the SMS about invitations",
  operator_invitation: "about operators, who are no shoppers",
  operator_token: "about operators, who are no shoppers",
  closing: "sums of a day, and the operator who closed it",
  delivered_image: "about operators, who are no shoppers; deleted after a day",
  passkey: "about operators, who are no shoppers",
  passkey_challenge: "about operators, who are no shoppers",
  queue_aside: "what operators leave for later; deleted a day after its time",
  queue_hold: "who has something open; deleted after a day",
  rate_limit: "holds counters that are deleted after a day",
  refunded_unit: "the books need what was given back",
  stray_payment: "the books need it; names no person",
  supplier_code: "the books need what was bought; names no person",
  supplier_order: "the books need what was bought; names no person",
  ticket_code: "ids of codes, without a word of the person's",
  transfer: "the ledger is append-only",
  user: "emptyUser empties the row last, since other rows are found by its phone",
  wallet_transaction: "the books need it; written by triggers from the ledger",
};

const PERSON_COLUMNS = ["user_id", "owner_id", "buyer_id", "phone", "email", "who"];
/** Tables about people that are recognised neither by such a column nor by a foreign key. */
const ABOUT_PEOPLE = ["account", "desk_decision", "freeze", "freeze_mark"];

/** Returns the tables about people, and all tables with a foreign key to one of them. */
function personalTables(): string[] {
  const books = emptyDatabase();
  const rows = (text: string) => books.prepare(text).all() as Record<string, string>[];
  const tables = rows(
    `SELECT name FROM sqlite_master WHERE type = 'table'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search_index%' ORDER BY name`,
  ).map(({ name = "" }) => ({
    name,
    columns: rows(`SELECT name FROM pragma_table_info('${name}')`).map((column) => column["name"]),
    references: rows(`SELECT "table" AS name FROM pragma_foreign_key_list('${name}')`),
  }));
  books.close();
  const found = new Set(["user", ...ABOUT_PEOPLE]);
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { name, columns, references } of tables)
      if (
        PERSON_COLUMNS.some((column) => columns.includes(column)) ||
        references.some((reference) => found.has(reference["name"] ?? ""))
      )
        found.add(name);
  }
  return [...found].sort();
}

const exported = PERSONAL_DATA.flatMap(({ export: sql = "" }) =>
  [...sql.matchAll(/(?:FROM|JOIN) (\w+)/g)].map(([, table = ""]) => table),
);
const forgotten = PERSONAL_DATA.flatMap(({ forget = [] }) => forget).flatMap((text) =>
  [...text.matchAll(/^(?:UPDATE|DELETE FROM) (\w+)/g)].map(([, table = ""]) => table),
);

test.each([
  ["exported", exported, NOT_EXPORTED],
  ["forgotten", forgotten, NOT_FORGOTTEN],
])(
  "every table about a person is %s in personal-data.ts of its room, or excused with a reason",
  (_, covered, excused) => {
    const tables = personalTables();
    const left = tables.filter((table) => !covered.includes(table) && !(table in excused));
    expect(
      left.map((table) => `${table}: add it to personal-data.ts of its room, or excuse it here`),
    ).toEqual([]);
    const needless = Object.keys(excused).filter(
      (table) => covered.includes(table) || !tables.includes(table),
    );
    expect(needless).toEqual([]);
  },
);
