import { expect } from "vitest";
import { freeze } from "../../../contract/desk/freeze.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { newNationalCode } from "../../support/national-code.ts";
import { withCardInquiry, withInquiry } from "../../support/inquiry.ts";
import { one } from "../plant.ts";
import { type Guard, type Traces, newcomer, sql, succeeds } from "./guard.ts";
import { heldOrder } from "./look.ts";
import { owner } from "./owners.ts";
import { checks, refused } from "./schema.ts";

/** Guards of inquiries about identity requests. */

const UNASKED_CARD = one(
  "bank_card",
  "id NOT IN (SELECT card_id FROM inquiry WHERE card_id IS NOT NULL AND id NOT LIKE 'guard%')",
);

/** SQL text: an inquiry about a request, left to the desk unless the changes say otherwise. */
function newInquiry(changes: Record<string, string> = {}, id = "'guard'"): string {
  const values: Record<string, string> = {
    provider: "'zibal'",
    facts: "'phone,card,iban'",
    person_sealed: "''",
    state: "'left'",
    reason: "'no'",
    created_at: "1",
    ended_at: "1",
    ...changes,
  };
  return `INSERT INTO inquiry (id, request_id, user_id, ${Object.keys(values).join(", ")})
    SELECT ${id}, id, user_id, ${Object.values(values).join(", ")} FROM identity_request
    WHERE id = ${one("identity_request", "id NOT IN (SELECT request_id FROM inquiry WHERE request_id IS NOT NULL AND id NOT LIKE 'guard%')")}`;
}

const aboutCard = (id: string) =>
  `INSERT INTO inquiry (id, card_id, user_id, provider, facts, person_sealed, state, reason,
     created_at, ended_at)
   SELECT ${id}, id, user_id, 'zibal', 'iban', '', 'left', 'no', 1, 1
   FROM bank_card WHERE id = ${UNASKED_CARD}`;

/** Asserts that an inquiry leaves a request to the desk after something was done to the person. */
const doubted = (
  name: string,
  doing: (shop: TestShop, shopper: TestShopper, requestId: string) => Promise<unknown>,
  someone: (shop: TestShop) => Promise<TestShopper> = newcomer,
): Guard => ({
  name,
  async attack({ shop }) {
    const shopper = await someone(shop);
    const id = await withInquiry(shop, shopper);
    await doing(shop, shopper, id);
    await shop.runJobs("inquiries");
    expect(await shop.sql("SELECT state, reason FROM inquiry WHERE request_id = ?1", id)).toEqual([
      { state: "left", reason: "doubt" },
    ]);
  },
});

/**
 * Makes a later card that the next inquiry would approve. Its person was verified by an operator.
 */
async function laterCard(shop: TestShop, nationalCode = newNationalCode()) {
  const shopper = await newcomer(shop);
  const requestId = await withInquiry(shop, shopper, nationalCode);
  const verdict = { params: { id: requestId }, body: { status: "verified" as const } };
  await succeeds(shop.desk(decideIdentityRequest, verdict));
  const id = await withCardInquiry(shop, shopper, nationalCode);
  return { shopper, requestId, id, nationalCode };
}

/** Like `doubted`, for a later card. */
const doubtedCard = (
  name: string,
  doing: (shop: TestShop, card: Awaited<ReturnType<typeof laterCard>>) => Promise<unknown>,
): Guard => ({
  name,
  async attack({ shop }) {
    const card = await laterCard(shop);
    await doing(shop, card);
    await shop.runJobs("inquiries");
    expect(
      await shop.sql(
        "SELECT i.state, i.reason, c.status FROM inquiry i JOIN bank_card c ON c.id = i.card_id WHERE c.id = ?1",
        card.id,
      ),
    ).toEqual([{ state: "left", reason: "doubt", status: "pending" }]);
  },
});

export const guardsOfInquiry: Guard[] = [
  ...checks("inquiry", {
    "(phone_says IN ('yes', 'no'))": newInquiry({ phone_says: "'perhaps'" }),
    "(card_says IN ('yes', 'no'))": newInquiry({ card_says: "'perhaps'" }),
    "(owner_says IN ('yes', 'no'))": newInquiry({ owner_says: "'perhaps'" }),
    "(state IN ('due', 'approved', 'left'))": newInquiry({ state: "'rejected'", reason: "NULL" }),
    "((reason IS NOT NULL) = (state = 'left'))": newInquiry({ reason: "NULL" }),
    "((next_attempt_at IS NOT NULL) = (state = 'due'))": newInquiry({ next_attempt_at: "1" }),
    "((ended_at IS NULL) = (state = 'due'))": newInquiry({ ended_at: "NULL" }),
    "((request_id IS NULL) <> (card_id IS NULL))": newInquiry({ card_id: UNASKED_CARD }),
    "((person_sealed <> '') = (state = 'due'))": newInquiry({ person_sealed: "'1.a.b'" }),
    "(state <> 'approved' OR (phone_says IS 'yes' AND card_says IS 'yes' AND owner_says IS 'yes'))":
      newInquiry({ state: "'approved'", reason: "NULL", phone_says: "'yes'", card_says: "'yes'" }),
  }),
  refused("unique inquiry (request_id)", newInquiry(), newInquiry({}, "'guard-2'")),
  refused("unique inquiry (card_id)", aboutCard("'guard'"), aboutCard("'guard-2'")),
  refused(
    "trigger inquiry_ends_once",
    newInquiry({ phone_says: "'yes'", card_says: "'yes'", owner_says: "'yes'" }),
    "UPDATE inquiry SET state = 'approved', reason = NULL WHERE id = 'guard'",
  ),
  refused(
    "trigger inquiry_answer_stands",
    newInquiry({ phone_says: "'no'" }),
    "UPDATE inquiry SET phone_says = 'yes' WHERE id = 'guard'",
  ),
  {
    name: "trigger decided_request_ends_inquiry",
    async attack({ shop }) {
      const id = await withInquiry(shop, await newcomer(shop));
      const body = { status: "rejected" as const, rejectionReason: "تصویر خوانا نیست" };
      await succeeds(shop.desk(decideIdentityRequest, { params: { id }, body }));
      expect(
        await shop.sql("SELECT 1 FROM inquiry WHERE request_id = ?1 AND state = 'due'", id),
      ).toEqual([]);
    },
  },
  {
    name: "trigger decided_card_ends_inquiry",
    async attack({ shop }) {
      const { id } = await laterCard(shop);
      const body = { status: "rejected" as const, rejectionReason: "تصویر خوانا نیست" };
      await succeeds(shop.desk(decideBankCard, { params: { id }, body }));
      expect(
        await shop.sql("SELECT 1 FROM inquiry WHERE card_id = ?1 AND state = 'due'", id),
      ).toEqual([]);
    },
  },
  doubtedCard(
    "must: neither the person nor the card is frozen (a later card)",
    (shop, { shopper }) =>
      succeeds(shop.desk(freeze, { body: { kind: "person", id: shopper.id, reason: "آزمون" } })),
  ),
  doubtedCard("must: the national code is of no other account (a later card)", (shop, { id }) =>
    shop.sql(
      `INSERT INTO inquiry (id, request_id, user_id, provider, facts, person_sealed,
         person_fingerprint, state, reason, created_at, ended_at)
       SELECT 'guard', r.id, r.user_id, 'zibal', 'iban', '',
         (SELECT person_fingerprint FROM inquiry WHERE card_id = ?1), 'left', 'no', 1, 1
       FROM identity_request r WHERE r.id = ${one("identity_request", "status = 'verified' AND id NOT IN (SELECT request_id FROM inquiry WHERE request_id IS NOT NULL)")}`,
      id,
    ),
  ),
  // When this person's identity was verified, their phone belonged to another national code.
  doubtedCard("must: the account proved no other national code", (shop, { requestId }) =>
    shop.sql(
      "UPDATE inquiry SET person_fingerprint = 'another', phone_says = 'yes' WHERE request_id = ?1",
      requestId,
    ),
  ),
  doubtedCard("must: the picture is of no other account (a later card)", (shop, { id, shopper }) =>
    shop.sql(
      `INSERT INTO person_mark (user_id, kind, fingerprint, created_at)
       SELECT (SELECT id FROM user WHERE id <> ?2 LIMIT 1), 'picture', p.fingerprint, 1
       FROM bank_card c JOIN upload p ON p.id = c.upload_id WHERE c.id = ?1`,
      id,
      shopper.id,
    ),
  ),
  owner(
    "whose phone a national code's is, as it is known of an account",
    "WHERE known.user_id = ?3 AND known.person_fingerprint = ?7 AND known.phone_says = 'yes'",
    async ({ shop }) => {
      const first = await laterCard(shop);
      await shop.sql(
        "UPDATE inquiry SET phone_says = 'yes' WHERE request_id = ?1",
        first.requestId,
      );
      const { id } = await laterCard(shop, first.nationalCode);
      expect(await shop.sql("SELECT phone_says FROM inquiry WHERE card_id = ?1", id)).toEqual([
        { phone_says: null },
      ]);
    },
  ),
  {
    name: "must: the inquiry is ours",
    async attack({ shop, meanwhile }) {
      const id = await withInquiry(shop, await newcomer(shop));
      const taken = sql("UPDATE inquiry SET next_attempt_at = 2 WHERE request_id = ?1", id);
      await meanwhile("'the inquiry is ours'", [taken], () => shop.runJobs("inquiries"));
      expect(await shop.sql("SELECT attempts FROM inquiry WHERE request_id = ?1", id)).toEqual([
        { attempts: 1 },
      ]);
    },
  },
  doubted("must: neither the person nor the card is frozen", (shop, { id }) =>
    succeeds(shop.desk(freeze, { body: { kind: "person", id, reason: "آزمون" } })),
  ),
  doubted("must: neither the person nor the card was revoked", (shop, _, requestId) =>
    shop.sql(
      `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
         card_owner, status, rejection_reason, created_at, decided_at, revoked_at)
       SELECT 'revoked-' || id, user_id, card_number_sealed, card_number_fingerprint, card_owner,
         'rejected', 'آزمون', 1, 1, 2 FROM identity_request WHERE id = ?1`,
      requestId,
    ),
  ),
  doubted("must: the national code is of no other account", async (shop, _, requestId) => {
    await shop.sql(newInquiry());
    await shop.sql(
      `UPDATE inquiry SET request_id = ${one("identity_request", "status = 'verified'")},
         user_id = (SELECT user_id FROM identity_request
           WHERE id = ${one("identity_request", "status = 'verified'")}),
         person_fingerprint = (SELECT person_fingerprint FROM inquiry WHERE request_id = ?1)
       WHERE id = 'guard'`,
      requestId,
    );
  }),
  doubted("must: the picture is of no other account", (shop, shopper, requestId) =>
    shop.sql(
      `INSERT INTO person_mark (user_id, kind, fingerprint, created_at)
       SELECT (SELECT id FROM user WHERE id <> ?2 LIMIT 1), 'picture', p.fingerprint, 1
       FROM identity_request r JOIN upload p ON p.id = r.upload_id WHERE r.id = ?1`,
      requestId,
      shopper.id,
    ),
  ),
  doubted(
    "must: no order waits for a look",
    () => Promise.resolve(),
    async (shop) => {
      const { shopper } = await heldOrder(shop);
      await shop.sql(
        "UPDATE identity_request SET status = 'rejected', decided_at = 1 WHERE user_id = ?1",
        shopper.id,
      );
      return shopper;
    },
  ),
];

export const tracesOfInquiry: Traces = ({ id }) => [
  sql(
    `INSERT INTO inquiry (id, request_id, user_id, provider, facts, person_sealed,
       person_fingerprint, owner_said, state, reason, created_at, ended_at)
     SELECT 'inquired-before', id, user_id, 'zibal', 'iban', '', 'print', 'سارا کریمی', 'left',
       'name', 1, 1 FROM identity_request WHERE user_id = ?1 LIMIT 1`,
    id,
  ),
];
