import { expect } from "vitest";
import { decideWithdrawal, holdWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { createOrder } from "../../../contract/order.ts";
import { signOutEverywhere } from "../../../contract/sign-in.ts";
import {
  OPEN_WITHDRAWALS_MAX,
  requestWithdrawal,
  takeBackWithdrawal,
} from "../../../contract/withdrawal.ts";
import { withdraw } from "../../support/busy-shop.ts";
import type { TestShopper } from "../../support/shop.ts";
import { newReference, takeInHand } from "../../support/withdrawal.ts";
import { deskRequest, shopRequest } from "../../support/wire-request.ts";
import { withCart } from "../faults/handler.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, sql, succeeds } from "./guard.ts";
import { KEY, owner, sameKey, stranger } from "./owners.ts";
import { checks, lived, refused, set } from "./schema.ts";

const OVERDRAFT =
  "check account (kind NOT IN ('shopper', 'hold', 'clearing') OR credits_toman >= debits_toman)";

const requestOne = (shopper: TestShopper) =>
  shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });

export const guardsOfWithdrawal: Guard[] = [
  owner(
    "the withdrawals that ending all sessions takes back",
    "WHERE user_id = ?1 AND state = 'pending' AND in_hand_of IS NULL",
    async ({ shop }) => {
      const [one, other] = await shop.newShoppers(2, { balanceToman: 150_000 });
      if (!one || !other) throw new Error("Two people were not made");
      await succeeds(requestOne(one));
      await succeeds(other.ask(signOutEverywhere));
      expect(await shop.sql("SELECT state FROM withdrawal WHERE user_id = ?1", one.id)).toEqual([
        { state: "pending" },
      ]);
    },
  ),
  {
    name: "must: the withdrawal is open",
    heldAlsoBy: ["trigger withdrawal_path", OVERDRAFT],
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const { id } = (await requestOne(shopper)).body.withdrawal;
      await takeInHand(shop, id);
      const paid = deskRequest(shop, decideWithdrawal, {
        params: { id },
        body: { status: "paid", reference: newReference() },
      });
      await meanwhile("'the withdrawal is open'", [paid], () =>
        shop.desk(decideWithdrawal, {
          params: { id },
          body: { status: "rejected", rejectionReason: "کارت بسته است" },
        }),
      );
      expect(await shopper.balance()).toBe(50_000);
    },
  },
  {
    name: "must: the operator claimed it, and its card is verified",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const { id } = (await requestOne(shopper)).body.withdrawal;
      await takeInHand(shop, id);
      const back = deskRequest(shop, holdWithdrawal, { params: { id }, body: { inHand: false } });
      const answer = await meanwhile(
        "'the operator claimed it, and its card is verified'",
        [back],
        () =>
          shop.desk(decideWithdrawal, {
            params: { id },
            body: { status: "paid", reference: newReference() },
          }),
      );
      expectRefused(answer, "not_in_hand");
    },
  },
  {
    name: "must: the card is old enough to be paid to",
    async attack({ shop }) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const { id } = (await requestOne(shopper)).body.withdrawal;
      await shop.sql(
        "UPDATE bank_card SET iban_changed_at = ?2 WHERE user_id = ?1",
        shopper.id,
        Date.now(),
      );
      expectRefused(await takeInHand(shop, id), "not_due");
    },
  },
  {
    name: "must: the owners are those that were compared for the payout",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const { id } = (await requestOne(shopper)).body.withdrawal;
      await takeInHand(shop, id);
      const renamed = sql("UPDATE bank_card SET owner = 'دزد شب' WHERE user_id = ?1", shopper.id);
      const answer = await meanwhile(
        "'the owners are those that were compared for",
        [renamed],
        () =>
          shop.desk(decideWithdrawal, {
            params: { id },
            body: { status: "paid", reference: "123456" },
          }),
      );
      expectRefused(answer, "owner_differs");
    },
  },
  {
    name: "must: nobody else claimed the withdrawal",
    async attack({ shop }) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const { id } = (await requestOne(shopper)).body.withdrawal;
      await shop.sql(
        "UPDATE withdrawal SET in_hand_of = 'sara', in_hand_since = 1 WHERE id = ?1",
        id,
      );
      expectRefused(await takeInHand(shop, id), "in_another_hand");
    },
  },
  {
    name: "must: the withdrawal is their own, open and unclaimed",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const { id } = (await requestOne(shopper)).body.withdrawal;
      const taken = deskRequest(shop, holdWithdrawal, { params: { id }, body: { inHand: true } });
      const answer = await meanwhile("'the withdrawal is their own, open", [taken], () =>
        shopper.ask(takeBackWithdrawal, { params: { id } }),
      );
      expectRefused(answer, "in_hand");
    },
  },
  {
    name: "must: not too many withdrawals are open",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
      for (let open = 1; open < OPEN_WITHDRAWALS_MAX; open++)
        expect((await requestOne(shopper)).status).toBe(200);
      const rival = shopRequest(shopper, requestWithdrawal, { body: { amount: 100_000 } });
      expectRefused(
        await meanwhile("'not too many withdrawals are open'", [rival], () => requestOne(shopper)),
      );
    },
  },
  {
    name: OVERDRAFT,
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const rival = shopRequest(shopper, requestWithdrawal, { body: { amount: 100_000 } });
      expectRefused(
        await meanwhile("'the card is verified'", [rival], () => requestOne(shopper)),
        "balance_too_low",
      );
    },
  },
  {
    name: OVERDRAFT,
    async attack({ shop, meanwhile }) {
      const { shopper, productId } = await withCart(shop, 150_000, { stock: 5 });
      const rival = shopRequest(shopper, requestWithdrawal, { body: { amount: 100_000 } });
      expectRefused(
        await meanwhile("'the cart is unchanged'", [rival], () =>
          shopper.ask(createOrder, { body: {} }),
        ),
        "balance_too_low",
      );
      expect(productId).not.toBe("");
    },
  },
  owner(
    "the number of open withdrawals",
    "FROM withdrawal WHERE user_id = ?1 AND state = 'pending'",
    async ({ shop }) => {
      for (const shopper of await shop.newShoppers(OPEN_WITHDRAWALS_MAX + 1, {
        balanceToman: 100_000,
      }))
        await succeeds(shopper.ask(requestWithdrawal, { body: { amount: 100_000 } }));
    },
  ),
  owner(
    "a withdrawal to take back",
    "FROM withdrawal WHERE id = ?2 AND user_id = ?1",
    stranger(takeBackWithdrawal, "id"),
  ),
  owner(
    "taking a withdrawal back",
    "WHERE id = ?2 AND user_id = ?1 AND state = 'pending' AND in_hand_of IS NULL",
    stranger(takeBackWithdrawal, "id"),
    "a withdrawal to take back",
  ),
  owner(
    "a withdrawal by its idempotency key",
    "WHERE w.user_id = ?1 AND w.idempotency_key = ?2",
    sameKey(
      (shopper) =>
        shopper.ask(requestWithdrawal, { body: { amount: 100_000 }, idempotencyKey: KEY }),
      ({ withdrawal }) => withdrawal.id,
    ),
  ),
  owner(
    "the default card",
    "FROM bank_card c\n       WHERE user_id = ?1 AND status = 'verified' AND deleted_at IS NULL",
    async ({ shop }) => {
      const shopper = await shop.newShopper({ balanceToman: 100_000 });
      await shop.newShopper();
      expect((await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } })).status).toBe(
        200,
      );
    },
  ),
  ...checks("withdrawal", {
    "(amount_toman >= 100000)": set("withdrawal", "amount_toman = 99999"),
    "(state IN ('pending', 'paid', 'rejected', 'taken_back'))": set(
      "withdrawal",
      "state = 'lost', decided_at = 1",
      "state = 'pending'",
    ),
    "((state = 'pending') = (decided_at IS NULL))": set(
      "withdrawal",
      "decided_at = 1",
      "state = 'pending'",
    ),
    "((in_hand_of IS NULL) = (in_hand_since IS NULL))": set("withdrawal", "in_hand_of = 'sara'"),
  }),
  refused(
    "index withdrawal_once_per_key",
    `INSERT INTO withdrawal
     (id, user_id, card_id, amount_toman, state, idempotency_key, request_hash, created_at,
     decided_at)
     SELECT t.value, w.user_id, w.card_id, 100000, 'rejected', 'twin', '', 1, 1
     FROM json_each('["twin-1","twin-2"]') t, (SELECT * FROM withdrawal LIMIT 1) w`,
  ),
  {
    name: "index withdrawal_reference",
    async attack({ shop, meanwhile }) {
      const reference = newReference();
      const inHand = async () => {
        const shopper = await shop.newShopper({ balanceToman: 150_000 });
        const { id } = (await requestOne(shopper)).body.withdrawal;
        await takeInHand(shop, id);
        return { params: { id }, body: { status: "paid", reference } } as const;
      };
      const [first, second] = [await inHand(), await inHand()];
      const rival = deskRequest(shop, decideWithdrawal, first);
      expectRefused(
        await meanwhile("UPDATE withdrawal SET state = ?2", [rival], () =>
          shop.desk(decideWithdrawal, second),
        ),
        "reference_known",
      );
    },
  },
  refused(
    "trigger withdrawal_path",
    `UPDATE withdrawal SET state = 'pending', decided_at = NULL
     WHERE id = ${one("withdrawal", "state = 'paid'")}`,
  ),
  ...lived(withdraw, "withdrawal_held", "withdrawal_ended"),
];
