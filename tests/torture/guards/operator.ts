import { expect } from "vitest";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import {
  acceptInvitation,
  changeRole,
  endOperator,
  enterAsFirstOwner,
  inviteOperator,
} from "../../../contract/desk/operator.ts";
import { TOKENS_MAX, endToken, makeToken } from "../../../contract/desk/token.ts";
import {
  addPasskey,
  endPasskey,
  enterWithPasskey,
  listPasskeys,
  startEntry,
  startPasskey,
} from "../../../contract/desk/passkey.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { getOrderItemContent } from "../../../contract/order.ts";
import { createAuthenticator } from "../../support/authenticator.ts";
import {
  type TestOperator,
  endPasskeys,
  newOperator,
  withDeskToken,
} from "../../support/operator.ts";
import type { TestShop } from "../../support/shop.ts";
import { deskRequest, shopRequest } from "../../support/wire-request.ts";
import { withOrder } from "../faults/handler.ts";
import { type Guard, type Stage, expectRefused, sql, succeeds } from "./guard.ts";
import { checks, refused, set } from "./schema.ts";

/** The secret whose SHA-256 the attacked shop has as DESK_FIRST_OWNER. */
export const FIRST_OWNER_SECRET = "the-secret-of-a-first-owner";

const CONFIRMED_BY_TWO =
  "check proposal (state <> 'confirmed' OR decided_by <> asked_by OR decided_at >= created_at + 86400000)";

const support = (shop: TestShop) => newOperator(shop, { role: "support" });
let invited = 0;

const invite = async (shop: TestShop) => {
  const name = `invited-${String(++invited)}-${String(Date.now() % 1e6)}`;
  const body = { name, role: "viewer", phone: `0912${String(4_000_000 + invited)}` } as const;
  return (await shop.desk(inviteOperator, { body })).body.secret;
};

async function raise(shop: TestShop) {
  const { name } = await support(shop);
  const asked = await shop.desk(changeRole, { params: { name }, body: { role: "finance" } });
  return { name, id: asked.body.proposalId ?? "" };
}
const confirmed = (id: string) => ({ params: { id }, body: { status: "confirmed" } }) as const;

/**
 * Attacks as an operator with a passkey, who can register another one. Afterwards no operator has a
 * passkey, since the other attacks come from a terminal.
 */
async function withPasskey(shop: TestShop, attack: (held: WithPasskey) => Promise<void>) {
  const caller = await newOperator(shop, { role: "support", inBrowser: true });
  const origin = `http://localhost:${String(shop.stack.port)}`;
  const device = createAuthenticator(origin);
  const register = async (one = createAuthenticator(origin)) => {
    const { options } = (await caller.ask(startPasskey)).body;
    const credential = one.register(options);
    return caller.ask(addPasskey, { body: { label: "گوشی", credential } });
  };
  await succeeds(register(device));
  try {
    await attack({ caller, device, register });
  } finally {
    await endPasskeys(shop);
  }
}

interface WithPasskey {
  caller: TestOperator;
  device: ReturnType<typeof createAuthenticator>;
  register: () => ReturnType<TestOperator["ask"]>;
}

const isFinance = (shop: TestShop, name: string) =>
  shop.sql("SELECT 1 FROM operator WHERE name = ?1 AND role = 'finance'", name);

/** Another operator ends a colleague just before this statement. */
const endedBefore =
  (claim: string) =>
  async ({ shop, meanwhile }: Stage) => {
    const [caller, other] = [await newOperator(shop), await support(shop)];
    const end = sql("UPDATE operator SET ended_at = 1 WHERE name = ?1", caller.name);
    expectRefused(
      await meanwhile(claim, [end], () =>
        caller.ask(endOperator, { params: { name: other.name } }),
      ),
    );
  };

export const guardsOfOperator: Guard[] = [
  { name: "must: an owner asks in person", attack: endedBefore("'an owner asks in person'") },
  {
    name: "must: an owner remains",
    async attack({ shop }) {
      await shop.sql("UPDATE operator SET ended_at = 1 WHERE role = 'owner' AND name <> 'local'");
      expectRefused(await shop.desk(endOperator, { params: { name: "local" } }), "last_owner");
    },
  },
  {
    name: "must: there is no owner",
    async attack({ shop }) {
      const body = { secret: FIRST_OWNER_SECRET, name: "intruder", phone: "09120000005" };
      expectRefused(await withDeskToken(shop).ask(enterAsFirstOwner, { body }), "unknown_secret");
    },
  },
  {
    name: "must: the invitation is open",
    async attack({ shop, meanwhile }) {
      const secret = await invite(shop);
      const body = { secret };
      const rival = deskRequest({ deskToken: "none" }, acceptInvitation, { body });
      expectRefused(
        await meanwhile("'the invitation is open'", [rival], () =>
          withDeskToken(shop).ask(acceptInvitation, { body }),
        ),
        "unknown_secret",
      );
    },
  },
  {
    name: "must: the phone is of nobody who works here",
    async attack({ shop }) {
      const { phone } = await support(shop);
      const body = { name: `twin-of-${phone}`, role: "viewer", phone: `0${phone}` } as const;
      expectRefused(await shop.desk(inviteOperator, { body }), "phone_taken");
    },
  },
  refused(
    "trigger nobody_decides_about_themselves",
    `INSERT INTO operator (name, role, phone, created_at)
     SELECT 'self', 'finance', phone, 1 FROM user WHERE forgotten_at IS NULL LIMIT 1`,
    `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, created_at)
     SELECT 'self', 'self', 'person', id, 'noted', 1 FROM user
     WHERE phone = (SELECT phone FROM operator WHERE name = 'self')`,
  ),
  {
    name: "must: not too many tokens work",
    async attack({ shop }) {
      const { ask } = await support(shop);
      const make = () => ask(makeToken, { body: { label: "برنامه", role: "viewer" } });
      for (let made = 1; made < TOKENS_MAX; made++) await succeeds(make());
      expectRefused(await make(), "too_many_tokens");
    },
  },
  {
    name: "must: the operator is active with this role and these areas",
    async attack({ shop }) {
      const { name, id } = await raise(shop);
      await shop.sql("UPDATE operator SET ended_at = 1 WHERE name = ?1", name);
      const second = await newOperator(shop, { role: "finance" });
      expectRefused(await second.ask(decideProposal, confirmed(id)), "stale_proposal");
    },
  },
  {
    name: "must: the operator has the areas that they give",
    async attack({ shop }) {
      const { id } = await raise(shop);
      const second = await newOperator(shop, { role: "finance", areas: ["settings"] });
      expectRefused(await second.ask(decideProposal, confirmed(id)), "area_lacked");
    },
  },
  {
    name: "must: the token works",
    async attack({ shop, meanwhile }) {
      const { name } = await support(shop);
      const end = sql("UPDATE operator_token SET ended_at = 1 WHERE id = ?1", name);
      expectRefused(
        await meanwhile("'the token works'", [end], () =>
          shop.desk(endToken, { params: { id: name } }),
        ),
        "not_found",
      );
    },
  },
  {
    name: "must: the proposal waits",
    heldAlsoBy: ["trigger proposal_path"],
    async attack({ shop }) {
      const { name, id } = await raise(shop);
      await shop.sql("UPDATE proposal SET state = 'dropped', decided_at = 1 WHERE id = ?1", id);
      const second = await newOperator(shop, { role: "finance" });
      expectRefused(await second.ask(decideProposal, confirmed(id)), "decided");
      expect(await isFinance(shop, name)).toEqual([]);
    },
  },
  {
    name: "must: a second person confirms",
    heldAlsoBy: [CONFIRMED_BY_TWO],
    async attack({ shop }) {
      const { id } = await raise(shop);
      expectRefused(await shop.desk(decideProposal, confirmed(id)), "own_proposal");
    },
  },
  {
    name: "must: the operator entered before",
    async attack({ shop }) {
      const { id } = await raise(shop);
      const second = await newOperator(shop, { enteredAt: Date.now() });
      expectRefused(await second.ask(decideProposal, confirmed(id)), "entered_lately");
    },
  },
  {
    name: "must: the operator has viewed the picture",
    async attack({ shop }) {
      const { cardId } = await shop.newShopper({ cardStatus: "pending" });
      const colleague = await support(shop);
      await shop.look(decideBankCard, cardId, colleague.name);
      const verified = { params: { id: cardId }, body: { status: "verified" } } as const;
      expectRefused(await shop.deskOnly(decideBankCard, verified), "not_seen");
    },
  },
  {
    name: "must: nobody knows the codes that are refunded",
    async attack({ shop, meanwhile }) {
      const { shopper, orderId, itemId } = await withOrder(shop, 100_000);
      const open = shopRequest(shopper, getOrderItemContent, {
        params: { orderId, orderItemId: itemId },
      });
      expectRefused(
        await meanwhile("'nobody knows the codes that are refunded'", [open], () =>
          shop.desk(refundItem, {
            params: { orderItemId: itemId },
            body: { reason: "کار نمی‌کند" },
          }),
        ),
        "opened",
      );
    },
  },
  {
    name: "must: the passkey works",
    attack: ({ shop, meanwhile }) =>
      withPasskey(shop, async ({ caller, device }) => {
        const end = sql("UPDATE passkey SET ended_at = 1 WHERE operator = ?1", caller.name);
        const { options } = (
          await withDeskToken(shop).ask(startEntry, { body: { name: caller.name } })
        ).body;
        const body = { credential: device.show(options) };
        expectRefused(
          await meanwhile("'the passkey works'", [end], () =>
            withDeskToken(shop).ask(enterWithPasskey, { body }),
          ),
          "passkey_refused",
        );
      }),
  },
  {
    name: "must: not too many passkeys",
    attack: ({ shop }) =>
      withPasskey(shop, async ({ register }) => {
        await succeeds(register());
        expectRefused(await register(), "too_many_passkeys");
      }),
  },
  {
    name: "must: a passkey remains",
    attack: ({ shop }) =>
      withPasskey(shop, async ({ caller }) => {
        const { passkeys } = (await caller.ask(listPasskeys)).body;
        expectRefused(
          await caller.ask(endPasskey, { params: { id: passkeys[0]?.id ?? "" } }),
          "last_passkey",
        );
      }),
  },
  ...checks("operator", {
    "(role IN ('viewer', 'support', 'finance', 'owner'))":
      "UPDATE operator SET role = 'king' WHERE name = 'local'",
    "(areas IS NULL OR (json_valid(areas) AND json_type(areas) = 'array'))":
      "UPDATE operator SET areas = '{}' WHERE name = 'local'",
  }),
  ...checks("operator_token", {
    "(role IN ('viewer', 'support', 'finance', 'owner'))": set("operator_token", "role = 'king'"),
    "(areas IS NULL OR (json_valid(areas) AND json_type(areas) = 'array'))": set(
      "operator_token",
      "areas = '{}'",
    ),
    "(kind IN ('token', 'session'))": set("operator_token", "kind = 'crown'"),
  }),
  ...checks("operator_invitation", {
    "(purpose IN ('invitation', 'link'))": `INSERT INTO operator_invitation
      (hash, operator, created_at, expires_at, purpose) VALUES ('planted', 'local', 1, 1, 'gift')`,
  }),
  ...checks("passkey_challenge", {
    "(purpose IN ('register', 'enter', 'prove'))": `INSERT INTO passkey_challenge
      (challenge, operator, purpose, expires_at) VALUES ('planted', 'local', 'play', 1)`,
  }),
  refused(
    "index operator_email",
    "UPDATE operator SET email = 'owner@shop.example' WHERE name = 'local'",
    `INSERT INTO operator (name, role, phone, created_at, email)
     VALUES ('twin', 'viewer', '9120000009', 1, 'owner@shop.example')`,
  ),
  ...checks("proposal", {
    "(state IN ('open', 'confirmed', 'dropped'))": newProposal("'lost', 1, NULL"),
    "((state = 'open') = (decided_at IS NULL))": newProposal("'open', 1, NULL"),
    "(state <> 'confirmed' OR decided_by <> asked_by OR decided_at >= created_at + 86400000)":
      newProposal("'confirmed', 1, 'local'"),
  }),
  refused(
    "unique operator_token (hash)",
    `INSERT INTO operator_token (id, operator, hash, label, created_at, expires_at)
     SELECT 'twin', operator, hash, '', 1, 1 FROM operator_token LIMIT 1`,
  ),
  refused(
    "index proposal_open_once",
    newProposal("'open', NULL, NULL", 1),
    newProposal("'open', NULL, NULL", 2),
  ),
  refused(
    "trigger proposal_path",
    newProposal("'dropped', 1, NULL"),
    "UPDATE proposal SET state = 'open', decided_at = NULL WHERE state = 'dropped'",
  ),
];

function newProposal(state: string, number = 1): string {
  return `INSERT INTO proposal
    (id, action, subject_id, details, asked_by, created_at, expires_at, state, decided_at, decided_by)
    VALUES ('planted-${String(number)}', 'raise', 'nobody', '{}', 'local', 1, 1, ${state})`;
}
