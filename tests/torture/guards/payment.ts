import { expect } from "vitest";
import { adoptPayment } from "../../../contract/desk/payment.ts";
import { initiatePayment, OPEN_TOPUPS_MAX, verifyPayment } from "../../../contract/payment.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { endReviews, payAtGateway } from "../../support/busy-shop.ts";
import { authorityOf } from "../../support/shop.ts";
import { withCart } from "../faults/handler.ts";
import { one } from "../plant.ts";
import { fillCarts } from "../races/scenario.ts";
import { count, expectRefused, type Guard, sql, type Stage, succeeds } from "./guard.ts";
import { KEY, owner, sameKey, stranger } from "./owners.ts";
import { checks, lived, othersOf, refused, set } from "./schema.ts";

const FAR = 9_000_000_000_000;

/** Opens a third hold while one of two earlier holds seems to have expired. */
async function askForThirdHold({ shop, meanwhile }: Stage) {
  const products = await shop.newProducts(3, { stock: 20 });
  const shopper = await shop.newShopper();
  const [first = "", second = "", third = ""] = products;
  for (const product of [first, second]) {
    await shop.put(...fillCarts([shopper], product, 1));
    expect((await shopper.initiate()).status).toBe(200);
  }
  await shop.put(...fillCarts([shopper], third, 1));
  const lapsed = sql(
    `UPDATE orders SET hold_expires_at = 1
     WHERE id = (SELECT id FROM orders WHERE user_id = ?1 LIMIT 1)`,
    shopper.id,
  );
  await shop.put(lapsed);
  await meanwhile(
    "'no other hold was opened'",
    [sql("UPDATE orders SET hold_expires_at = ?2 WHERE user_id = ?1", shopper.id, FAR)],
    () => shopper.initiate(),
  );
  expect(
    await count(shop, "SELECT 1 FROM orders WHERE user_id = ?1 AND state = 'awaiting'", shopper.id),
  ).toBe(2);
}

/** Confirms a top-up that goes into review just before the batch. */
async function whileReviewed(
  { shop, meanwhile }: Stage,
  claim: string,
  decide: (authority: string) => Promise<unknown>,
) {
  const shopper = await shop.newShopper();
  const authority = authorityOf(await shopper.topUp(50_000));
  await decide(authority);
  const review = sql(
    `UPDATE payment SET state = 'review', settled_at = 1, next_check_at = NULL
     WHERE authority = ?1`,
    authority,
  );
  await meanwhile(claim, [review], () => shopper.verify(authority));
  expect(await shop.sql("SELECT state FROM payment WHERE authority = ?1", authority)).toEqual([
    { state: "review" },
  ]);
  expect(await shopper.balance()).toBe(0);
}

/** An operator adopts a stray payment for a person whose card did not pay it. */
async function adoptOthers({ shop }: Stage) {
  const [payer, other] = [await shop.newShopper(), await shop.newShopper()];
  const body = { purpose: "wallet_topup" as const, amount: 50_000, cardNumber: payer.cardNumber };
  const authority = authorityOf(await payer.ask(initiatePayment, { body }));
  await shop.sandbox.pay(authority);
  await shop.put(
    sql("DELETE FROM wallet_transaction WHERE user_id = ?1", payer.id),
    sql("DELETE FROM payment WHERE user_id = ?1", payer.id),
  );
  expectRefused(
    await shop.desk(adoptPayment, { body: { authority, amount: 50_000, personId: other.id } }),
    "not_their_card",
  );
}

export const guardsOfPayment: Guard[] = [
  { name: "must: no other hold was opened", attack: askForThirdHold },
  owner(
    "the holds that a payment takes over",
    "WHERE o.user_id = ?1 AND o.state = 'awaiting' AND p.state IN ('initiating', 'pending')",
    async ({ shop }) => {
      const productId = await shop.newProduct({ stock: 9 });
      const people = [await shop.newShopper(), await shop.newShopper()];
      await shop.put(
        ...fillCarts(people, productId, 1),
        ...people.map(({ id }) => sql("UPDATE cart SET version = 99 WHERE user_id = ?1", id)),
      );
      for (const person of people) await succeeds(person.initiate());
      const held = "SELECT 1 FROM code WHERE product_id = ?1 AND status = 'held'";
      expect(await count(shop, held, productId)).toBe(2);
    },
  ),
  owner(
    "the lapsed holds of a person",
    "WHERE o.user_id = ?2 AND o.state = 'cancelled' AND o.created_at > ?3",
    async ({ shop }) => {
      const productId = await shop.newProduct({ stock: 10 });
      const [hoarder, other] = [await shop.newShopper(), await shop.newShopper()];
      await shop.put(...fillCarts([hoarder, other], productId, 10));
      for (let times = 0; times < 2; times++)
        await hoarder.verify(authorityOf(await hoarder.initiate()));
      await shop.sql(
        `UPDATE orders SET updated_at = created_at + 600000
         WHERE user_id = ?1 AND state = 'cancelled'`,
        hoarder.id,
      );
      await succeeds(other.initiate());
    },
  ),
  {
    name: "must: the limit of lapsed holds allows this one",
    async attack({ shop, meanwhile }) {
      const productId = await shop.newProduct({ stock: 10 });
      const shopper = await shop.newShopper();
      await shop.put(...fillCarts([shopper], productId, 10));
      for (let times = 0; times < 2; times++)
        await shopper.verify(authorityOf(await shopper.initiate()));
      const lasted = (ms: number) =>
        sql(
          `UPDATE orders SET updated_at = created_at + ?2
           WHERE user_id = ?1 AND state = 'cancelled'`,
          shopper.id,
          ms,
        );
      expectRefused(
        await meanwhile("'the limit of lapsed holds allows this one'", [lasted(600_000)], () =>
          shopper.initiate(),
        ),
        "hold_shrunk",
      );
    },
  },
  {
    name: "must: not too many top-ups",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper();
      for (let open = 0; open < OPEN_TOPUPS_MAX; open++)
        expect((await shopper.topUp(50_000)).status).toBe(200);
      const openUntil = (expiresAt: number) =>
        sql(
          `UPDATE payment SET expires_at = ?2
           WHERE id = (SELECT id FROM payment WHERE user_id = ?1 LIMIT 1)`,
          shopper.id,
          expiresAt,
        );
      await shop.put(openUntil(1));
      expectRefused(
        await meanwhile("'not too many top-ups'", [openUntil(FAR)], () => shopper.topUp(50_000)),
      );
    },
  },
  ...(["paying", "withdrawing"] as const).map((kind): Guard => ({
    name: `must: the card is verified (${kind})`,
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 200_000 });
      const rejected = sql(
        "UPDATE bank_card SET status = 'rejected' WHERE user_id = ?1",
        shopper.id,
      );
      const ask = async (): Promise<{ status: number; body: { code?: string } }> =>
        kind === "paying"
          ? shopper.topUp(50_000)
          : shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
      expectRefused(await meanwhile("'the card is verified'", [rejected], ask));
    },
  })),
  {
    name: "must: the payment is not settled",
    heldAlsoBy: ["trigger payment_path"],
    attack: (stage) =>
      whileReviewed(stage, "'the payment is not settled'", (authority) =>
        stage.shop.sandbox.pay(authority),
      ),
  },
  {
    name: "must: the payment is awaited",
    heldAlsoBy: ["trigger payment_path"],
    attack: (stage) =>
      whileReviewed(stage, "'the payment is awaited'", (authority) =>
        stage.shop.sandbox.cancel(authority),
      ),
  },
  owner(
    "the number of open orders",
    "FROM orders WHERE user_id = ?1 AND state = 'awaiting' AND hold_expires_at > ?2",
    async ({ shop }) => {
      for (const { shopper } of [await withCart(shop), await withCart(shop)])
        await succeeds(shopper.initiate());
      const { shopper } = await withCart(shop);
      await succeeds(shopper.initiate());
    },
  ),
  owner(
    "the number of open top-ups",
    "WHERE user_id = ?1 AND state IN ('initiating', 'pending') AND purpose",
    async ({ shop }) => {
      for (const shopper of await shop.newShoppers(OPEN_TOPUPS_MAX))
        await succeeds(shopper.topUp(50_000));
      await succeeds((await shop.newShopper()).topUp(50_000));
    },
  ),
  owner(
    "what waits for the silence of another gateway",
    "FROM payment WHERE user_id = ?1 AND state = 'initiating' AND authority IS NULL",
    async ({ shop }) => {
      const { shopper: waiting } = await withCart(shop);
      await shop.sandbox.plan({ provider: "zarinpal", call: "request", kind: "http_500" });
      expect((await waiting.initiate({ gateway: "zarinpal" })).status).toBe(503);
      const { shopper } = await withCart(shop);
      await succeeds(shopper.initiate({ gateway: "zibal" }));
      expect(await shop.sql("SELECT state FROM payment WHERE user_id = ?1", waiting.id)).toEqual([
        { state: "initiating" },
      ]);
    },
  ),
  owner(
    "a payment by its authority",
    "FROM payment WHERE authority = ?1 AND user_id = ?2",
    stranger(verifyPayment, "authority"),
  ),
  owner(
    "a payment by its idempotency key",
    [
      "FROM payment p WHERE p.user_id = ?1 AND p.idempotency_key = ?2",
      "FROM payment WHERE user_id = ?1 AND idempotency_key = ?2",
    ],
    sameKey(
      (shopper) =>
        shopper.ask(initiatePayment, {
          body: { purpose: "wallet_topup", amount: 50_000, cardNumber: shopper.cardNumber },
          idempotencyKey: KEY,
        }),
      ({ url }) => url,
    ),
  ),
  owner(
    "the cards of a person who gets a stray payment",
    "FROM bank_card WHERE user_id = ?1 AND status = 'verified' AND number_sealed <> ''",
    adoptOthers,
  ),
  owner(
    "the card of a payment or withdrawal",
    "WHERE id = ?2 AND user_id = ?1 AND status = 'verified' AND deleted_at IS NULL",
    stranger(initiatePayment, "cardNumber"),
    "a card by its number",
  ),
  refused(
    "reference payment (gateway)",
    set("payment", "gateway = 'other'", "state = 'paid' AND order_id IS NULL"),
  ),
  ...checks("payment", {
    "(purpose IN ('wallet_topup', 'cart_checkout'))": set(
      "payment",
      "purpose = 'gift'",
      "state = 'paid' AND order_id IS NULL",
    ),
    "(amount_toman >= 1)": set("payment", "amount_toman = 0", "state = 'failed'"),
    "(state IN ('initiating', 'pending', 'failed', 'expired', 'paid', 'credited', 'review'))": set(
      "payment",
      "state = 'lost'",
      "state = 'pending'",
    ),
    "((purpose = 'cart_checkout') = (order_id IS NOT NULL))": set(
      "payment",
      "purpose = 'wallet_topup'",
      "order_id IS NOT NULL",
    ),
    "(state <> 'pending' OR authority IS NOT NULL)": set(
      "payment",
      "authority = NULL",
      "state = 'pending'",
    ),
  }),
  ...checks("stray_payment", {
    "(amount_toman >= 1)": "INSERT INTO stray_payment VALUES ('none', 0, 1, 1, NULL)",
  }),
  refused(
    "unique payment (order_id)",
    `UPDATE payment SET order_id = (SELECT order_id FROM payment
       WHERE state = 'paid' AND order_id IS NOT NULL LIMIT 1)
     WHERE id = ${one("payment", "state = 'pending' AND order_id IS NOT NULL")}`,
  ),
  refused("unique payment (authority)", othersOf("payment", "authority")),
  refused(
    "index payment_once_per_key",
    `INSERT INTO payment
     (id, user_id, purpose, gateway, card_id, amount_toman, state, idempotency_key, request_hash,
     created_at, requested_at, expires_at, settled_at)
     SELECT t.value, p.user_id, 'wallet_topup', 'zarinpal', p.card_id, 50000, 'failed', 'twin', '',
     1, 1, 1, 1
     FROM json_each('["twin-1","twin-2"]') t, (SELECT * FROM payment LIMIT 1) p`,
  ),
  refused(
    "index payment_once_per_reference",
    `UPDATE payment SET ref_id = (SELECT max(ref_id) FROM payment)
     WHERE id = (SELECT id FROM payment
       WHERE state = 'paid' AND ref_id <> (SELECT max(ref_id) FROM payment) LIMIT 1)`,
  ),
  refused(
    "trigger payment_path",
    `UPDATE payment SET state = 'failed' WHERE id = ${one("payment", "state = 'paid'")}`,
  ),
  refused(
    "trigger payment_reviewed_once",
    `UPDATE payment SET reviewed_at = 2 WHERE id = ${one("payment", "reviewed_at IS NOT NULL")}`,
  ),
  ...lived(
    (shop) => payAtGateway(shop, 1),
    "topup_started",
    "topup_ended",
    "purchase_released",
    "order_paid",
  ),
  ...lived(endReviews, "topup_given_back"),
];
