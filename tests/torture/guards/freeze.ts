import { expect } from "vitest";
import { getBankCards } from "../../../contract/bank-card.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import {
  freeze,
  releaseFreeze,
  revokeBankCard,
  revokeIdentity,
} from "../../../contract/desk/freeze.ts";
import { byTwo, confirmAsSecond } from "../../support/second-person.ts";
import { deskRequest } from "../../support/wire-request.ts";
import type { TestShop } from "../../support/shop.ts";
import { one } from "../plant.ts";
import { type Guard, type Traces, expectRefused, sql, succeeds, waitingItem } from "./guard.ts";
import { owner } from "./owners.ts";
import { checks, refused, set } from "./schema.ts";

/** Guards that refuse actions of frozen people and cards. */

const REASON = "کارت دزدیده گزارش شده است.";

const freezeOne = async (shop: TestShop, kind: "person" | "card", id: string) =>
  (await shop.desk(freeze, { body: { kind, id, reason: REASON } })).body.freezeId;
const releaseOne = (shop: TestShop, id: string) =>
  shop.desk(releaseFreeze, { params: { id }, body: { reason: REASON } });

/**
 * A trigger that refuses a statement about a frozen person. `row` selects a row with `user_id`, and
 * `?1` of the statement is its id.
 */
const ofFrozen = (name: string, row: string, statement: string): Guard => ({
  name: `trigger ${name}`,
  attack: async ({ shop }) => {
    const [found] = await shop.sql<{ id: string; user_id: string }>(row);
    if (!found) throw new Error(`Nothing found by: ${row}`);
    const id = await freezeOne(shop, "person", found.user_id);
    await expect(shop.sql(statement, found.id)).rejects.toThrow(/SQLITE_CONSTRAINT/);
    await releaseOne(shop, id);
  },
});

/**
 * A trigger that refuses a statement about a frozen card. `?1` of the statement is its owner's id.
 */
const ofFrozenCard = (name: string, statement: string, prepare = ""): Guard => ({
  name: `trigger ${name}`,
  attack: async ({ shop }) => {
    const { id, cardId } = await shop.newShopper({ isVerified: false });
    if (prepare !== "") await shop.sql(prepare, id);
    await freezeOne(shop, "card", cardId);
    await expect(shop.sql(statement, id)).rejects.toThrow(/SQLITE_CONSTRAINT/);
  },
});

const copyOf = (table: string, columns: string, values: string) =>
  `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE id = ?1`;

const A_FREEZE = `INSERT INTO freeze (id, reason, frozen_at, frozen_by)
  VALUES ('books-' || lower(hex(randomblob(8))), 'برای آزمون', 1, 'operator')`;
const A_MARK = `INSERT INTO freeze_mark (freeze_id, kind, value, marked_at)
  SELECT id, 'device', 'books', 1 FROM freeze ORDER BY frozen_at, id LIMIT 1`;
const books = one("freeze", "frozen_at = 1");

export const guardsOfFreeze: Guard[] = [
  ...checks("freeze", {
    "((released_at IS NULL) = (released_by IS NULL) AND (released_at IS NULL) = (release_reason IS NULL))": `INSERT INTO freeze (id, reason, frozen_at, frozen_by, released_at)
       VALUES ('half', 'برای آزمون', 1, 'operator', 2)`,
  }),
  refused(
    "trigger freeze_released_once",
    A_FREEZE,
    `UPDATE freeze SET reason = 'دیگر' WHERE id = ${books}`,
  ),
  refused("trigger freeze_never_goes", A_FREEZE, `DELETE FROM freeze WHERE id = ${books}`),
  ...checks("freeze_mark", {
    "(kind IN ('person', 'phone', 'card', 'device'))": `INSERT INTO freeze_mark
       (freeze_id, kind, value, marked_at)
       SELECT id, 'pigeon', 'x', 1 FROM freeze ORDER BY frozen_at, id LIMIT 1`,
  }),
  refused(
    "trigger freeze_mark_follows",
    A_FREEZE,
    A_MARK,
    "UPDATE freeze_mark SET value = 'another' WHERE kind = 'device' AND value = 'books'",
  ),
  refused(
    "trigger freeze_mark_never_goes",
    A_FREEZE,
    A_MARK.replace("'books'", "'stays'"),
    "DELETE FROM freeze_mark WHERE kind = 'device' AND value = 'stays'",
  ),
  ...checks("bank_card", {
    "(revoked_at IS NULL OR status <> 'verified')": set(
      "bank_card",
      "revoked_at = 1",
      "status = 'verified'",
    ),
  }),
  ...checks("identity_request", {
    "(revoked_at IS NULL OR status = 'rejected')": set(
      "identity_request",
      "revoked_at = 1",
      "status = 'verified'",
    ),
  }),
  ofFrozen(
    "frozen_orders_nothing",
    "SELECT id, user_id FROM orders WHERE state = 'paid' ORDER BY id LIMIT 1",
    copyOf(
      "orders",
      `id, user_id, cart_version, state, total_toman, wallet_toman, gateway_toman, reward_toman,
       created_at, updated_at, hold_expires_at`,
      `'frozen', user_id, cart_version + 1000, 'awaiting', total_toman, total_toman, 0, 0, 1, 1, 2`,
    ),
  ),
  ofFrozen(
    "frozen_starts_no_payment",
    "SELECT id, user_id FROM payment WHERE purpose = 'wallet_topup' ORDER BY id LIMIT 1",
    copyOf(
      "payment",
      `id, user_id, card_id, purpose, gateway, amount_toman, request_hash, state, expires_at,
       created_at, requested_at`,
      "'frozen', user_id, card_id, purpose, gateway, amount_toman, '', 'initiating', 1, 1, 1",
    ),
  ),
  ofFrozen(
    "frozen_payment_waits",
    `SELECT id, user_id FROM payment
     WHERE purpose = 'wallet_topup' AND state = 'failed' ORDER BY id LIMIT 1`,
    "UPDATE payment SET state = 'paid', ref_id = 'frozen', settled_at = 1 WHERE id = ?1",
  ),
  ofFrozen(
    "frozen_gets_nothing",
    `SELECT i.id, o.user_id FROM order_item i JOIN orders o ON o.id = i.order_id
     WHERE i.waiting_since IS NOT NULL ORDER BY i.id LIMIT 1`,
    `UPDATE order_item SET delivery_status = 'delivered', delivered_at = 1, waiting_since = NULL
     WHERE id = ?1`,
  ),
  ofFrozen(
    "frozen_withdraws_nothing",
    "SELECT id, user_id FROM withdrawal ORDER BY id LIMIT 1",
    copyOf(
      "withdrawal",
      "id, user_id, card_id, amount_toman, request_hash, created_at",
      "'frozen', user_id, card_id, amount_toman, '', 1",
    ),
  ),
  ofFrozen(
    "frozen_is_paid_nothing",
    "SELECT id, user_id FROM withdrawal WHERE state = 'pending' ORDER BY id LIMIT 1",
    "UPDATE withdrawal SET state = 'paid', note = 'frozen', decided_at = 1 WHERE id = ?1",
  ),
  ofFrozen(
    "frozen_earns_nothing",
    "SELECT id, user_id FROM earning WHERE state = 'held' ORDER BY id LIMIT 1",
    "UPDATE earning SET state = 'paid', settled_at = 1 WHERE id = ?1",
  ),
  ofFrozen(
    "frozen_reads_nothing",
    "SELECT id, user_id FROM content_reading WHERE channel = 'page' ORDER BY id LIMIT 1",
    copyOf(
      "content_reading",
      "id, order_item_id, user_id, read_at, channel, address",
      "'frozen', order_item_id, user_id, read_at, channel, address",
    ),
  ),
  ofFrozen(
    "frozen_gives_nothing",
    "SELECT id, user_id FROM gift WHERE state = 'called_back' ORDER BY id LIMIT 1",
    copyOf(
      "gift",
      `id, code_id, user_id, occasion, recipient, message, signature, is_phone_required,
       token_hash, token_sealed, state, created_at, opens_at, called_back_at`,
      `'frozen', code_id, user_id, occasion, recipient, message, signature, 0,
       'frozen', '', 'called_back', 1, 1, 1`,
    ),
  ),
  ofFrozen(
    "frozen_gift_stays_sealed",
    "SELECT id, user_id FROM gift WHERE state = 'sealed' ORDER BY id LIMIT 1",
    "UPDATE gift SET state = 'opened', opened_at = opens_at, opener_hash = 'x' WHERE id = ?1",
  ),
  ofFrozenCard(
    "frozen_card_stays_out",
    `INSERT INTO bank_card
       (id, user_id, number_sealed, number_fingerprint, owner, status, created_at, deleted_at)
     SELECT 'again-' || ?1, user_id, '', number_fingerprint, '', 'pending', 1, 1
     FROM bank_card WHERE user_id = ?1`,
  ),
  ofFrozenCard(
    "frozen_card_stays_unverified",
    "UPDATE bank_card SET status = 'verified' WHERE user_id = ?1",
    "UPDATE bank_card SET status = 'pending' WHERE user_id = ?1",
  ),
  ofFrozenCard(
    "frozen_card_proves_nobody",
    `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
       card_owner, status, created_at)
     SELECT 'proof-' || ?1, user_id, '', number_fingerprint, '', 'pending', 1
     FROM bank_card WHERE user_id = ?1`,
  ),
  {
    name: "must: the freeze is in force",
    heldAlsoBy: ["trigger freeze_released_once", "trigger freeze_mark_follows"],
    async attack({ shop, meanwhile }) {
      const { id: person } = await shop.newShopper();
      const id = await freezeOne(shop, "person", person);
      const rival = deskRequest(shop, releaseFreeze, { params: { id }, body: { reason: REASON } });
      const answer = await meanwhile("'the freeze is in force'", [rival], () =>
        releaseOne(shop, id),
      );
      expectRefused(answer, "released");
    },
  },
  owner(
    "a freeze stops the cards of its person",
    [
      "WHERE user_id = ?1 AND status = 'verified' AND deleted_at IS NULL\n       UNION SELECT",
      "identity_request\n       WHERE user_id = ?1 AND status = 'verified'",
    ],
    async ({ shop }) => {
      const [{ id: frozen }, other] = await Promise.all([shop.newShopper(), shop.newShopper()]);
      await freezeOne(shop, "person", frozen);
      const [row] = await shop.sql<{ count: number }>(
        `SELECT count(*) AS count FROM freeze_mark m
         JOIN bank_card c ON c.number_fingerprint = m.value WHERE c.user_id = ?1`,
        other.id,
      );
      expect(row?.count).toBe(0);
    },
  ),
  owner(
    "a revoked identity takes the cards of its person along",
    "is_default = 0\n         WHERE user_id = ?1 AND status = 'verified' AND deleted_at IS NULL",
    async ({ shop }) => {
      const [one, other] = await Promise.all([shop.newShopper(), shop.newShopper()]);
      const [request] = await shop.sql<{ id: string }>(
        "SELECT id FROM identity_request WHERE user_id = ?1",
        one.id,
      );
      await succeeds(
        byTwo(shop, revokeIdentity, {
          params: { id: request?.id ?? "" },
          body: { reason: REASON },
        }),
      );
      const { bankCards } = (await other.ask(getBankCards)).body;
      expect(bankCards.map(({ status }) => status)).toEqual(["verified"]);
    },
  ),
  owner(
    "whether somebody is frozen",
    "SELECT 1 FROM frozen_person WHERE user_id = ?1 LIMIT 1",
    async ({ shop }) => {
      const [item, other] = [await waitingItem(shop), await shop.newShopper()];
      const id = await freezeOne(shop, "person", other.id);
      const [known] = await shop.sql<{ id: string }>(
        "SELECT id FROM code WHERE product_id = ?1",
        await shop.newProduct({ stock: 1 }),
      );
      const answer = await shop.desk(deliver, {
        params: { orderItemId: item.itemId },
        body: { codes: [`CODE-${known?.id ?? ""}`] },
      });
      await releaseOne(shop, id);
      expectRefused(answer, "code_known");
    },
  ),
  {
    name: "must: the card is verified (revoked meanwhile)",
    async attack({ shop }) {
      const { cardId: id } = await shop.newShopper();
      const asked = await shop.desk(revokeBankCard, { params: { id }, body: { reason: REASON } });
      await shop.sql("UPDATE bank_card SET status = 'rejected' WHERE id = ?1", id);
      expectRefused(await confirmAsSecond(shop, asked.body.proposalId), "not_verified");
    },
  },
  {
    name: "must: the identity is verified (revoked meanwhile)",
    async attack({ shop }) {
      const shopper = await shop.newShopper();
      const [request] = await shop.sql<{ id: string }>(
        "SELECT id FROM identity_request WHERE user_id = ?1",
        shopper.id,
      );
      const params = { id: request?.id ?? "" };
      const asked = await shop.desk(revokeIdentity, { params, body: { reason: REASON } });
      await shop.sql("UPDATE identity_request SET status = 'rejected' WHERE id = ?1", params.id);
      expectRefused(await confirmAsSecond(shop, asked.body.proposalId), "not_verified");
    },
  },
];

/** A released freeze of the person. */
export const tracesOfFreeze: Traces = ({ id }) => [
  sql(
    `INSERT INTO freeze (id, reason, frozen_at, frozen_by, released_at, released_by, release_reason)
     VALUES ('trace-of-' || ?1, 'برای آزمون', 1, 'operator', 2, 'operator', 'پایان آزمون')`,
    id,
  ),
  sql(
    `INSERT INTO freeze_mark (freeze_id, kind, value, marked_at, released_at)
     VALUES ('trace-of-' || ?1, 'person', ?1, 1, 2)`,
    id,
  ),
];
