import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claimOwnCardVerified } from "../../../api/people/bank-card/statements.ts";
import * as cart from "../../../api/buying/cart/statements.ts";
import type { OrderPlan } from "../../../api/buying/checkout/rules.ts";
import * as checkout from "../../../api/buying/checkout/statements.ts";
import { claimProven } from "../../../api/people/identity/statements.ts";
import { claimOpenHolds } from "../../../api/buying/payment/open-statements.ts";
import * as payments from "../../../api/buying/payment/statements.ts";
import * as auth from "../../../api/people/sign-in/statements.ts";
import * as ledger from "../../../api/money/wallet/ledger.ts";
import { getProductCount } from "../../../contract/cart.ts";
import type { TestShopper } from "../../support/shop.ts";
import { useSharedShop } from "../../support/use-shop.ts";

/**
 * Tests each claim of a batch by itself: its fact changes between plan and batch. In a purchase
 * other guards would often refuse the same change.
 */
const shop = useSharedShop();
let shopper: TestShopper;
let product: string;
let plan: OrderPlan;

beforeEach(async () => {
  shopper = await shop.newShopper({ balanceToman: 1_000_000 });
  product = await shop.newProduct({ priceToman: 100_000, stock: 3, rewardToman: 1_000 });
  await shopper.put(product);
  const [row] = await shop.sql<{ version: number }>(
    "SELECT version FROM cart WHERE user_id = ?1",
    shopper.id,
  );
  const item = {
    id: crypto.randomUUID(),
    productId: product,
    name: "محصول",
    deliveryType: "instant" as const,
    quantity: 1,
  };
  const prices = {
    priceToman: 100_000,
    salePriceToman: 100_000,
    rewardToman: 1_000,
    totalToman: 100_000,
  };
  plan = {
    cartVersion: row?.version ?? 0,
    discountCodeId: null,
    discountTerms: "",
    minPurchaseToman: 0,
    totalToman: 100_000,
    rewardToman: 1_000,
    items: [
      {
        ...item,
        ...prices,
        worthToman: 50_000,
        suppliedUnits: 0,
        unitCostToman: 0,
        questions: "[]",
      },
    ],
    answers: [],
  };
});

const planIsUnchanged = () =>
  shop.runStatements((db) => checkout.claimPlanUnchanged(db, shopper.id, plan));

describe("a purchase plan", () => {
  test("holds while its facts are unchanged", async () =>
    expect(await planIsUnchanged()).toBe(true));

  test("fails when the cart has changed", async () => {
    await shopper.put(product, 2);
    expect(await planIsUnchanged()).toBe(false);
  });

  test.each([
    "price_toman = 100001",
    "sale_price_toman = 90000",
    "reward_toman = 0",
    "is_active = 0",
  ])("fails when the product gets %s", async (change) => {
    await shop.sql(`UPDATE product SET ${change} WHERE id = ?1`, product);
    expect(await planIsUnchanged()).toBe(false);
  });

  test("fails when the identity is no longer verified", async () => {
    await shop.sql(
      "UPDATE identity_request SET status = 'rejected' WHERE user_id = ?1",
      shopper.id,
    );
    expect(await shop.runStatements((db) => [claimProven(db, shopper.id)])).toBe(false);
  });
});

describe("a payment", () => {
  // Audits in other test files would report these payments, whose states have no history.
  afterEach(() =>
    shop.sql("DELETE FROM payment WHERE purpose = 'wallet_topup' AND user_id = ?1", shopper.id),
  );

  async function paymentIn(state: string): Promise<string> {
    const id = crypto.randomUUID();
    const [card] = await shop.sql<{ id: string }>(
      "SELECT id FROM bank_card WHERE user_id = ?1",
      shopper.id,
    );
    await shop.sql(
      `INSERT INTO payment (id, user_id, purpose, gateway, card_id, amount_toman, state,
         authority, request_hash, created_at, requested_at, expires_at)
       VALUES (?1, ?2, 'wallet_topup', 'zarinpal', ?3, 5000, ?4, ?1, '', 0, 0, 0)`,
      id,
      shopper.id,
      card?.id,
      state,
    );
    return id;
  }

  test.each([
    ["initiating", true, true],
    ["pending", true, true],
    ["failed", true, false],
    ["expired", true, false],
    ["paid", false, false],
    ["credited", false, false],
    ["review", false, false],
  ])("in state %s may be settled: %s, may be released: %s", async (state, isOpen, isUnpaid) => {
    const id = await paymentIn(state);
    expect(await shop.runStatements((db) => [payments.claimPaymentOpen(db, id)])).toBe(isOpen);
    expect(await shop.runStatements((db) => [payments.claimPaymentUnpaid(db, id)])).toBe(isUnpaid);
  });

  test("is neither settled nor released when it does not exist", async () => {
    expect(await shop.runStatements((db) => [payments.claimPaymentOpen(db, "none")])).toBe(false);
    expect(await shop.runStatements((db) => [payments.claimPaymentUnpaid(db, "none")])).toBe(false);
  });

  test("needs a verified card of the same shopper", async () => {
    const [card] = await shop.sql<{ id: string }>(
      "SELECT id FROM bank_card WHERE user_id = ?1",
      shopper.id,
    );
    const other = await shop.newShopper();
    const claim = (userId: string) =>
      shop.runStatements((db) => [claimOwnCardVerified(db, userId, card?.id ?? "")]);
    expect(await claim(shopper.id)).toBe(true);
    expect(await claim(other.id)).toBe(false);
    await shop.sql("UPDATE bank_card SET deleted_at = 1 WHERE user_id = ?1", shopper.id);
    expect(await claim(shopper.id)).toBe(false);
  });

  test("needs as many open holds as the plan counted", async () => {
    const claim = (count: number) =>
      shop.runStatements((db) => [claimOpenHolds(db, shopper.id, count, Date.now())]);
    expect(await claim(0)).toBe(true);
    await shopper.initiate();
    expect(await claim(0)).toBe(false);
    expect(await claim(1)).toBe(true);
  });
});

test("a batch whose last claim fails leaves nothing behind", async () => {
  const transfer: ledger.Transfer = {
    kind: "sale",
    ref: "undone",
    from: `shopper:${shopper.id}`,
    to: ledger.SALES_ACCOUNT,
    amountToman: 5,
  };
  const isDone = await shop.runStatements((db) => [
    ledger.bookTransfer(db, transfer, 0),
    cart.removeAllLines(db, shopper.id),
    cart.claimCartFits(db, shopper.id, -1),
  ]);
  expect(isDone).toBe(false);
  expect(await shopper.balance()).toBe(1_000_000);
  expect((await shopper.ask(getProductCount)).body).toEqual({ productCount: 1 });
});

test("a one-time code opens one session", async () => {
  const codeId = crypto.randomUUID();
  await shop.sql(
    `INSERT INTO sign_in_code (id, phone, visitor_hash, address_hash, is_known_browser, code_hmac,
       tries, created_at, expires_at)
     VALUES (?1, ?2, 'v', 'a', 0, 'h', 1, 0, 0)`,
    codeId,
    shopper.phone,
  );
  const open = (tokenHash: string) =>
    shop.runStatements((db) =>
      auth.openSession(
        db,
        {
          codeId,
          phone: shopper.phone,
          visitorHash: "v",
          referralCode: null,
          newUser: { id: "n", referralCode: "n", welcome: [] },
          tokenHash,
          phoneFingerprint: "of nobody",
          device: "",
          expiresAt: 1,
        },
        0,
      ),
    );
  expect(await open("first")).toBe(true);
  expect(await open("second")).toBe(false);
  expect(
    await shop.sql("SELECT token_hash FROM session WHERE token_hash IN ('first', 'second')"),
  ).toEqual([{ token_hash: "first" }]);
});
