import { expect } from "vitest";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import {
  checkIdentity,
  createIdentityRequest,
  getIdentityRequests,
} from "../../../contract/identity.ts";
import { createNameRequest } from "../../../contract/name-request.ts";
import { createOrder } from "../../../contract/order.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { signOutEverywhere } from "../../../contract/sign-in.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { withCart } from "../faults/handler.ts";
import { expectRefused, type Guard, newcomer, sql, type Stage, succeeds } from "./guard.ts";
import { emptyFor, owner, strangerLearnsNothing } from "./owners.ts";
import { papers, STRANGER, VERIFIED } from "./papers.ts";
import { checks, lived, refused, set } from "./schema.ts";

async function proveIdentity(shop: TestShop): Promise<string> {
  const answer = await (await papers(shop, await newcomer(shop))).proveIdentity();
  expect(answer.status).toBe(200);
  return answer.body.authorization.id;
}

async function verifyIdentity(shop: TestShop) {
  const params = { id: await proveIdentity(shop) };
  expect((await shop.desk(decideIdentityRequest, { params, body: VERIFIED })).status).toBe(200);
}

type Ask = (shopper: TestShopper) => Promise<Parameters<typeof expectRefused>[0]>;

/** Removes the identity just before the batch of a call that needs it. */
async function loseIdentity({ shop, meanwhile }: Stage, ask: Ask, balanceToman = 150_000) {
  const { shopper } = await withCart(shop, balanceToman);
  const rejected = sql(
    "UPDATE identity_request SET status = 'rejected' WHERE user_id = ?1",
    shopper.id,
  );
  expectRefused(await meanwhile("'the identity is proven'", [rejected], () => ask(shopper)));
}

/** Every call that needs a verified identity. */
const NEEDS_PROOF: [what: string, ask: Ask, balanceToman?: number][] = [
  ["buying from the wallet", ({ ask }) => ask(createOrder, { body: {} })],
  // A part is paid from the wallet, since a payment at the gateway alone needs no papers.
  ["paying at the gateway", ({ initiate }) => initiate({ isUsedWallet: true }), 50_000],
  [
    "topping up",
    ({ ask, cardNumber }) =>
      ask(initiatePayment, { body: { purpose: "wallet_topup", amount: 50_000, cardNumber } }),
  ],
  ["withdrawing", ({ ask }) => ask(requestWithdrawal, { body: { amount: 100_000 } })],
  [
    "asking for another name",
    ({ ask }) =>
      ask(createNameRequest, {
        body: { firstName: "سارا", lastName: "کریمی", reason: "نامم عوض شد" },
      }),
  ],
];

export const guardsOfIdentity: Guard[] = [
  ...NEEDS_PROOF.map(([what, ask, balanceToman]): Guard => ({
    name: `must: the identity is proven (${what})`,
    attack: (stage) => loseIdentity(stage, ask, balanceToman),
  })),
  owner(
    "the verified identity",
    "FROM identity_request WHERE user_id = ?1 AND status = 'verified'",
    (stage) => loseIdentity(stage, ({ ask }) => ask(createOrder, { body: {} })),
  ),
  {
    name: "must: the image is their own (of an identity)",
    attack: (stage) =>
      strangerLearnsNothing(stage, createIdentityRequest, "IdentificationDocumentImage"),
  },
  {
    name: "must: no identity request is active",
    heldAlsoBy: ["index identity_request_active"],
    async attack({ shop }) {
      const { proveIdentity } = await papers(shop, await newcomer(shop));
      expect((await proveIdentity()).status).toBe(200);
      expectRefused(await proveIdentity());
    },
  },
  {
    name: "must: the card is not used",
    async attack({ shop }) {
      const [owner, shopper] = [await shop.newShopper(), await newcomer(shop)];
      expectRefused(await (await papers(shop, shopper, owner.cardNumber)).proveIdentity());
    },
  },
  {
    name: "must: the request waits",
    async attack({ shop, meanwhile }) {
      const made = await (await papers(shop, await newcomer(shop))).proveIdentity();
      const { id } = made.body.authorization;
      const rejected = sql(
        "UPDATE identity_request SET status = 'rejected', decided_at = 1 WHERE id = ?1",
        id,
      );
      expectRefused(
        await meanwhile("'the request waits'", [rejected], () =>
          shop.desk(decideIdentityRequest, { params: { id }, body: { status: "verified" } }),
        ),
      );
    },
  },
  owner(
    "an active identity request",
    "FROM identity_request WHERE user_id = ?1 AND status <> 'rejected'",
    async ({ shop }) => {
      expect((await (await newcomer(shop)).ask(checkIdentity)).body).toMatchObject({
        hasActiveAuthorization: false,
      });
    },
  ),
  owner(
    "the papers that ending all sessions rejects",
    "UPDATE identity_request SET status = 'rejected', rejection_reason = ?2, decided_at = ?3\n       WHERE user_id = ?1 AND status = 'pending'",
    async ({ shop }) => {
      const sent = await (await papers(shop, await newcomer(shop))).proveIdentity();
      await succeeds((await shop.newShopper()).ask(signOutEverywhere));
      expect(
        await shop.sql(
          "SELECT status FROM identity_request WHERE id = ?1",
          sent.body.authorization.id,
        ),
      ).toEqual([{ status: "pending" }]);
    },
  ),
  owner(
    "the list of identity requests",
    "FROM identity_request\n       WHERE user_id = ?1 AND (created_at, id) < (?2, ?3)",
    emptyFor(getIdentityRequests, ({ authorizations }) => authorizations),
  ),
  ...checks("identity_request", {
    "(status IN ('pending', 'verified', 'rejected'))": set("identity_request", "status = 'good'"),
  }),
  refused(
    "index identity_request_active",
    `INSERT INTO identity_request
     (id, user_id, card_number_sealed, card_number_fingerprint, card_owner, status, created_at)
     SELECT 'twin', user_id, '', 'twin', '', 'pending', 1 FROM identity_request
     WHERE status = 'verified' LIMIT 1`,
  ),
  refused(
    "index identity_request_verified_card",
    `INSERT INTO identity_request
     (id, user_id, card_number_sealed, card_number_fingerprint, card_owner, status, created_at)
     SELECT 'twin', ${STRANGER}, '', card_number_fingerprint, '', 'verified', 1
     FROM identity_request WHERE status = 'verified' LIMIT 1`,
  ),
  ...lived(proveIdentity, "identity_request_uses_image"),
  ...lived(verifyIdentity, "identity_image_dated"),
];
