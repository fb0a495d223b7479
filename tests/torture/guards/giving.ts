import { revealCode } from "../../../contract/desk/code.ts";
import { expect } from "vitest";
import { newOperator } from "../../support/operator.ts";
import type { TestShop } from "../../support/shop.ts";
import { sha256 } from "../../../api/base/vault.ts";
import { type Guard, expectRefused, sql } from "./guard.ts";
import { checks, refused } from "./schema.ts";

/** Guards of the sum that operators give away. */

const given = (values: string) =>
  `INSERT INTO given_away (id, operator, way, subject_id, fingerprint, toman, asked_at, confirmed_by,
     confirmed_at, given_at) VALUES ('planted', 'local', ${values})`;
const GIVEN = given("'reveal', 'x', 'x', 1, 1, NULL, NULL, 1");

/** Makes an operator who may read a sold code, and the code. */
async function reader(shop: TestShop) {
  const [code] = await shop.sql<{ id: string }>(
    "SELECT id FROM code WHERE status = 'sold' AND order_item_id IS NOT NULL ORDER BY id LIMIT 1",
  );
  const operator = await newOperator(shop, { role: "finance" });
  const codeId = code?.id ?? "";
  const request = { params: { codeId }, body: { why: "test", note: "" } } as const;
  return { operator, codeId, request };
}

export const guardsOfGiving: Guard[] = [
  {
    name: "must: one operator may give away so much a day",
    async attack({ shop, meanwhile }) {
      const { operator, request } = await reader(shop);
      const more = sql(
        `INSERT INTO given_away (id, operator, way, subject_id, fingerprint, toman, asked_at, given_at)
         VALUES ('rival-' || ?1, ?1, 'export', 'x', 'x', 20000000, ?2, ?2)`,
        operator.name,
        Date.now(),
      );
      expectRefused(
        await meanwhile("'one operator may give away so much a day'", [more], () =>
          operator.ask(revealCode, request),
        ),
        "asked_second",
      );
    },
  },
  {
    name: "must: the allowed act is not done yet",
    heldAlsoBy: ["trigger given_away_stays"],
    async attack({ shop, meanwhile }) {
      const { operator, codeId, request } = await reader(shop);
      await shop.sql(
        `INSERT INTO given_away (id, operator, way, subject_id, fingerprint, toman, asked_at,
           confirmed_by, confirmed_at)
         VALUES ('allowed-' || ?1, ?1, 'reveal', ?2, ?3, 1, 1, 'local', ?4)`,
        operator.name,
        codeId,
        await sha256(JSON.stringify(["reveal", codeId, null])),
        Date.now(),
      );
      const used = sql(
        "UPDATE given_away SET given_at = 5 WHERE id = 'allowed-' || ?1",
        operator.name,
      );
      await meanwhile("'the allowed act is not done yet'", [used], () =>
        operator.ask(revealCode, request),
      );
      // A confirmation that was used already does not count, so the reading is booked again.
      const alone = "SELECT 1 FROM given_away WHERE operator = ?1 AND confirmed_by IS NULL";
      expect(await shop.sql(alone, operator.name)).toHaveLength(1);
    },
  },
  ...checks("given_away", {
    "(toman >= 0)": given("'reveal', 'x', 'x', -1, 1, NULL, NULL, 1"),
    "((confirmed_at IS NULL) = (confirmed_by IS NULL))": given(
      "'reveal', 'x', 'x', 1, 1, NULL, 1, 1",
    ),
    "(given_at IS NOT NULL OR confirmed_by IS NOT NULL)": given(
      "'reveal', 'x', 'x', 1, 1, NULL, NULL, NULL",
    ),
    "(confirmed_by <> operator OR confirmed_at >= asked_at + 86400000)": given(
      "'reveal', 'x', 'x', 1, 1, 'local', 2, NULL",
    ),
  }),
  refused("trigger given_away_stays", GIVEN, "UPDATE given_away SET toman = 0"),
  refused("trigger given_away_never_goes", GIVEN, "DELETE FROM given_away"),
];
