import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { PERSONAL_DATA } from "../../../api/desk/user/personal-data.ts";
import { exportPerson, forgetPerson } from "../../../contract/desk/user.ts";
import { openDossier } from "../../../scripts/dossier/dossier.mjs";
import { byTwo } from "../../support/second-person.ts";
import { findDatabase } from "../../../scripts/audit/audit-source.mjs";
import type { TestShop } from "../../support/shop.ts";
import { expectRefused, type Guard, newcomer, sql } from "./guard.ts";
import { ofAnybody } from "./owners.ts";
import { newTransfer, refused } from "./schema.ts";

/** Guards of the export and the deletion of one person's data. */

const comparesOwner = (sql: string) => /(user|owner)_id = \?1/.test(sql);

const reason = "به درخواست خودشان";

/** Sections that are not empty for a newcomer. */
const NOT_EMPTY = ["profile", "sessions", "wallet"];

const ofExport: Guard[] = PERSONAL_DATA.filter(({ export: sql = "" }) => comparesOwner(sql)).map(
  ({ name, export: sql = "" }) => ({
    name: `owner: ${name} in an export`,
    rewrites: [ofAnybody(sql)],
    async attack({ shop }) {
      const { id } = await newcomer(shop);
      const { data } = (await shop.desk(exportPerson, { params: { id } })).body;
      const rows = data[name] ?? ["no such section"];
      expect(rows.length).toBe(NOT_EMPTY.includes(name) ? 1 : 0);
    },
  }),
);

/** Reads every row of every table as text. */
function allRows(shop: TestShop): Set<string> {
  const database = new DatabaseSync(findDatabase(shop.stack.dataDir), { readOnly: true });
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%STRICT%'",
    )
    .all();
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT * FROM "${String(name)}"`)
      .all()
      .map((row) => JSON.stringify(row)),
  );
  database.close();
  return new Set(rows);
}

/** Forgets a newcomer, and asserts that no row of other people changes. */
const forgetsNobodyElse: Guard["attack"] = async ({ shop }) => {
  const { id, phone } = await newcomer(shop);
  const before = allRows(shop);
  expect((await byTwo(shop, forgetPerson, { params: { id }, body: { reason } })).status).toBe(200);
  const after = allRows(shop);
  const changed = [...before].filter((row) => !after.has(row));
  expect(changed.filter((row) => !row.includes(`"${id}"`) && !row.includes(phone))).toEqual([]);
};

const ofForgetting: Guard[] = PERSONAL_DATA.flatMap(({ forget = [] }) => forget)
  .filter(comparesOwner)
  .map((text) => ({
    name: `owner: forgetting a person, ${text.replace(/\s+/g, " ")}`,
    rewrites: [ofAnybody(text)],
    attack: forgetsNobodyElse,
  }));

/** Forgetting a person must keep proposals about other people. */
const ofSubjects: Guard[] = [
  "UNION SELECT id FROM bank_card WHERE user_id = ?1",
  "UNION SELECT id FROM identity_request WHERE user_id = ?1",
  "UNION SELECT id FROM withdrawal WHERE user_id = ?1",
  "JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1",
].map((find) => ({
  name: `owner: what was asked about a person, ${find}`,
  rewrites: [ofAnybody(find)],
  attack: forgetsNobodyElse,
}));

/** Open things of others must not keep a person from being forgotten. */
const ofObstacles: Guard[] = [
  [
    "orders",
    "FROM orders o WHERE o.user_id = ?1 AND (o.state = 'awaiting' OR o.profile_due_at IS NOT NULL",
  ],
  ["payments", "FROM payment WHERE user_id = ?1\n  AND (state IN ('initiating', 'pending')"],
  ["refunds", "WHERE o.user_id = ?1 AND f.state NOT IN ('done', 'fallen_back')"],
  ["earnings", "FROM earning WHERE user_id = ?1 AND state = 'held'"],
  ["gifts", "WHERE g.user_id = ?1 AND g.state = 'sealed' AND g.phone IS NOT NULL"],
].map(([what = "", find = ""]) => ({
  name: `owner: open ${what} before forgetting a person`,
  rewrites: [ofAnybody(find)],
  async attack({ shop }) {
    const { id } = await newcomer(shop);
    expect((await byTwo(shop, forgetPerson, { params: { id }, body: { reason } })).status).toBe(
      200,
    );
  },
}));

/** Movements of money of others must not keep a person from being forgotten. */
const ofMovements: Guard[] = [
  "FROM orders WHERE user_id = ?1), 0)",
  "WHERE user_id = ?1 AND state IN ('paid', 'credited', 'review')",
  "FROM withdrawal WHERE user_id = ?1), 0)",
  "FROM orders o JOIN refund f ON f.order_id = o.id WHERE o.user_id = ?1), 0)",
].map((find) => ({
  name: `owner: when money last moved, ${find}`,
  rewrites: [ofAnybody(find)],
  async attack({ shop }) {
    const { id } = await newcomer(shop);
    expect((await shop.desk(forgetPerson, { params: { id }, body: { reason } })).status).toBe(200);
  },
}));

/** A dossier must contain data of one person only. */
const ofDossiers: Guard[] = [
  ["bankCards", "bank_card WHERE user_id = ?1 ORDER BY created_at DESC, id"],
  ["identityRequests", "identity_request WHERE user_id = ?1 ORDER BY created_at DESC, id"],
  ["orders", "orders WHERE user_id = ?1 AND paid_at IS NOT NULL ORDER BY paid_at DESC, id"],
  ["payments", "payment WHERE user_id = ?1 ORDER BY created_at DESC, id"],
  ["withdrawals", "withdrawal WHERE user_id = ?1 ORDER BY created_at DESC, id"],
  ["refunds", "JOIN refund f ON f.order_id = o.id WHERE o.user_id = ?1) ORDER BY"],
].map(([section = "", find = ""]) => ({
  name: `owner: ${section} in a dossier`,
  rewrites: [ofAnybody(find)],
  async attack({ shop }) {
    const { id } = await newcomer(shop);
    await byTwo(shop, forgetPerson, { params: { id }, body: { reason } });
    const [row] = await shop.sql<{ sealed: string }>(
      "SELECT sealed FROM dossier ORDER BY rowid DESC LIMIT 1",
    );
    const secrets = readFileSync(join(shop.stack.dataDir, "secrets.json"), "utf8");
    const { DOSSIER_PRIVATE_KEY: key } = JSON.parse(secrets) as { DOSSIER_PRIVATE_KEY: string };
    const dossier = openDossier(key, row?.sealed ?? "");
    expect(dossier["person"]).toMatchObject({ id });
    expect(dossier[section]).toEqual([]);
  },
}));

/** Makes a person who was forgotten. */
const gone = [
  `INSERT INTO user (id, phone, referral_code, created_at, forgotten_at)
   VALUES ('gone', '9700000001', 'gone', 1, 1)`,
  "INSERT INTO account (id, kind) VALUES ('shopper:gone', 'shopper')",
];

export const guardsOfPersonalData: Guard[] = [
  {
    name: "must: the personal data were not deleted",
    heldAlsoBy: ["trigger forgotten_stays"],
    async attack({ shop, meanwhile }) {
      const { id } = await newcomer(shop);
      const request = { params: { id }, body: { reason } };
      const rivals = [
        sql("DELETE FROM session WHERE user_id = ?1", id),
        sql(
          `UPDATE user SET phone = '9700000002', first_name = '', last_name = '', email = '',
             referral_code = id, forgotten_at = 1 WHERE id = ?1`,
          id,
        ),
      ];
      expectRefused(
        await meanwhile("'the personal data were not deleted'", rivals, () =>
          byTwo(shop, forgetPerson, request),
        ),
      );
    },
  },
  {
    name: "must: nothing of the person is open",
    async attack({ shop, meanwhile }) {
      const { id } = await newcomer(shop);
      const gift = sql(
        `INSERT INTO transfer
           (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
         VALUES ('opening:' || ?1, 'opening', 'shop:capital', 'shopper:' || ?1, 5000, 1)`,
        id,
      );
      expectRefused(
        await meanwhile("'nothing of the person is open'", [gift], () =>
          byTwo(shop, forgetPerson, { params: { id }, body: { reason } }),
        ),
      );
    },
  },
  ...ofExport,
  ...ofForgetting,
  ...ofSubjects,
  ...ofObstacles,
  ...ofMovements,
  ...ofDossiers,
  {
    name: "must: no money of the person moved lately",
    async attack({ shop }) {
      const shopper = await shop.newShopper({ balanceToman: 50_000 });
      await shopper.buy(await shop.newProduct({ priceToman: 50_000, rewardToman: 0 }));
      expectRefused(
        await shop.desk(forgetPerson, { params: { id: shopper.id }, body: { reason } }),
        "money_moved_lately",
      );
    },
  },
  {
    name: "must: the dossier holds the present facts",
    async attack({ shop, meanwhile }) {
      const { id } = await newcomer(shop);
      const rival = sql("UPDATE user SET email = 'late@shop.example' WHERE id = ?1", id);
      expectRefused(
        await meanwhile("'the dossier holds the present facts'", [rival], () =>
          byTwo(shop, forgetPerson, { params: { id }, body: { reason } }),
        ),
        "stale_proposal",
      );
    },
  },
  refused(
    "trigger forgotten_stays",
    ...gone,
    "UPDATE user SET first_name = 'سارا' WHERE id = 'gone'",
  ),
  refused(
    "trigger forgotten_signs_in_no_more",
    ...gone,
    `INSERT INTO session (token_hash, user_id, created_at, expires_at)
     VALUES ('gone', 'gone', 1, 2)`,
  ),
  refused(
    "trigger forgotten_gets_nothing",
    ...gone,
    newTransfer("'opening:gone', 'opening', 'shop:capital', 'shopper:gone', 5000"),
  ),
];
