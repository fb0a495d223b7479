import { revealCode } from "../../../contract/desk/code.ts";
import { newOperator } from "../../support/operator.ts";
import type { TestShop } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { sha256 } from "../../../api/base/vault.ts";
import { type Guard, expectRefused, sql } from "./guard.ts";
import { checks, refused } from "./schema.ts";

/** Guards of what operators give away. */

const given = (values: string) =>
  `INSERT INTO given_away (id, operator, way, subject_id, fingerprint, toman, asked_at, confirmed_by,
     confirmed_at, given_at) VALUES ('planted', 'local', ${values})`;
const GIVEN = given("'reveal', 'x', 'x', 1, 1, NULL, NULL, 1");

/** Somebody who may read a sold code, and the code. */
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
        "unavailable",
      );
    },
  },
  {
    name: "must: it was allowed and not done yet",
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
      const rival = deskRequest({ deskToken: operator.token ?? "" }, revealCode, request);
      expectRefused(
        await meanwhile("'it was allowed and not done yet'", [rival], () =>
          operator.ask(revealCode, request),
        ),
        "unavailable",
      );
    },
  },
  ...checks("given_away", {
    "(way IN ('price', 'rate', 'discount', 'replacement', 'reveal', 'export'))": given(
      "'lost', 'x', 'x', 1, 1, NULL, NULL, 1",
    ),
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
