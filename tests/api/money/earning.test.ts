import { afterEach, describe, expect, test } from "vitest";
import { findDueEarnings } from "../../../api/money/earning/statements.ts";
import { applyDiscount, getCart } from "../../../contract/cart.ts";
import { decideEarning, listEarnings } from "../../../contract/desk/earning.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { forgetPerson } from "../../../contract/desk/user.ts";
import { byTwo } from "../../support/second-person.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { createOrder } from "../../../contract/order.ts";
import { getReferrals } from "../../../contract/referral.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import { requestCode, verifyCode } from "../../../contract/sign-in.ts";
import { getTransactions } from "../../../contract/transaction.ts";
import { updateProfile } from "../../../contract/user.ts";
import { newCardNumber } from "../../support/card-number.ts";
import { readDeskPages } from "../../support/desk-pages.ts";
import { addDiscountCode } from "../../support/discount-code.ts";
import type { ShopperOptions } from "../../support/fill.ts";
import { png } from "../../support/images.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR } from "../../support/time.ts";

const shop = useShop({ audit: true });
afterEach(() => shop.turnClock(0));

const earningsOf = (buyer: TestShopper) =>
  shop.sql(
    `SELECT kind, user_id, amount_toman, state FROM earning WHERE buyer_id = ?1
     ORDER BY kind DESC, amount_toman`,
    buyer.id,
  );
async function later(hours: number) {
  await shop.turnClock(hours * HOUR);
  await shop.runJobs();
}
/** Makes an inviter, and an invited buyer with money. */
async function invited(options: ShopperOptions = {}) {
  const inviter = await shop.newShopper();
  const buyer = await shop.newShopper({
    balanceToman: 1_000_000,
    inviterId: inviter.id,
    ...options,
  });
  return { inviter, buyer };
}
const newest = async (shopper: TestShopper) =>
  (await shopper.ask(getTransactions, { query: { limit: "1" } })).body.transactions[0];
const openTicket = (shopper: TestShopper, orderId: string) =>
  shop.sql(
    `INSERT INTO ticket (id, user_id, title, description, order_item_id, created_at, updated_at)
     SELECT 'about-' || id, ?1, 'مشکل', 'کد کار نمی‌کند', id, 0, 0 FROM order_item
     WHERE order_id = ?2`,
    shopper.id,
    orderId,
  );

describe("cashback", () => {
  test("is booked per unit at delivery and paid once the problem window is over", async () => {
    const product = await shop.newProduct({ rewardToman: 1_500 });
    const shopper = await shop.newShopper({ balanceToman: 200_000 });
    const orderId = await shopper.buy(product, 2);
    expect(await earningsOf(shopper)).toEqual([
      { kind: "reward", user_id: shopper.id, amount_toman: 3_000, state: "held" },
    ]);
    await later(23.9);
    expect(await shopper.balance()).toBe(0);
    await shop.turnClock(24.1 * HOUR);
    await Promise.all(Array.from({ length: 6 }, () => shop.runJobs()));
    expect(await shopper.balance()).toBe(3_000);
    expect(await earningsOf(shopper)).toMatchObject([{ state: "paid" }]);
    const { number } = await shopper.order(orderId);
    expect(await newest(shopper)).toMatchObject({
      type: "deposit",
      status: "completed",
      amount: 3_000,
      description: `پاداش خرید سفارش ${toPersianDigits(number)}`,
    });
  });

  test("is at most the price paid, zero for a free item, and not counted as profit for the inviter", async () => {
    const { inviter, buyer } = await invited();
    const gift = {
      type: "fixed",
      value: 999_999,
      ownerId: buyer.id,
      maySellBelowCost: true,
    } as const;
    await addDiscountCode(shop, "ALL", gift);
    await addDiscountCode(shop, "NEARLY", { ...gift, maxDiscountToman: 99_000 });
    const priced = { priceToman: 100_000, rewardToman: 5_000, unitCostToman: 80_000 };
    const buyWith = async (code: string | null) => {
      await buyer.put(await shop.newProduct(priced));
      if (code !== null)
        expect((await buyer.ask(applyDiscount, { body: { code } })).status).toBe(200);
      const { cart } = (await buyer.ask(getCart)).body;
      expect((await buyer.ask(createOrder, { body: {} })).status).toBe(200);
      return [cart.totalAmountAfterDiscount, cart.totalReward];
    };
    expect(await buyWith("ALL")).toEqual([0, 0]);
    expect(await buyWith("NEARLY")).toEqual([1_000, 1_000]);
    expect(await buyWith(null)).toEqual([100_000, 5_000]);
    expect(await earningsOf(buyer)).toEqual([
      { kind: "reward", user_id: buyer.id, amount_toman: 1_000, state: "held" },
      { kind: "reward", user_id: buyer.id, amount_toman: 5_000, state: "held" },
      { kind: "referral", user_id: inviter.id, amount_toman: 4_500, state: "held" },
    ]);
  });

  test("is booked after a gateway payment, only for delivered items with a reward", async () => {
    const [instant, plain, manual] = [
      await shop.newProduct({ rewardToman: 700 }),
      await shop.newProduct(),
      await shop.newProduct({ deliveryType: "manual", rewardToman: 900 }),
    ];
    const shopper = await shop.newShopper();
    for (const product of [instant, plain, manual]) await shopper.put(product);
    const authority = authorityOf(await shopper.initiate());
    await shop.sandbox.pay(authority);
    await Promise.all(Array.from({ length: 5 }, () => shopper.verify(authority)));
    expect(await earningsOf(shopper)).toEqual([
      { kind: "reward", user_id: shopper.id, amount_toman: 700, state: "held" },
    ]);
    await later(25);
    expect(await shopper.balance()).toBe(700);
  });

  test("is paid later when a ticket about the item is open or the profile is incomplete", async () => {
    const product = await shop.newProduct({ rewardToman: 1_000, stock: 9 });
    const [troubled, nameless, content] = [
      await shop.newShopper({ balanceToman: 100_000 }),
      await shop.newShopper({ balanceToman: 100_000, hasNames: false }),
      await shop.newShopper({ balanceToman: 100_000 }),
    ];
    const orderId = await troubled.buy(product);
    await openTicket(troubled, orderId);
    for (const shopper of [nameless, content]) await shopper.buy(product);
    await later(25);
    expect([await troubled.balance(), await nameless.balance(), await content.balance()]).toEqual([
      0, 0, 1_000,
    ]);
    await shop.sql("UPDATE ticket SET status = 'Closed' WHERE user_id = ?1", troubled.id);
    await nameless.ask(updateProfile, { body: { firstName: "سارا", lastName: "کریمی" } });
    await shop.runJobs();
    expect([await troubled.balance(), await nameless.balance(), await content.balance()]).toEqual([
      1_000, 1_000, 1_000,
    ]);
  });
});

describe("an inviter who looks like the invitee", () => {
  const mark = (shopper: TestShopper, kind: string, fingerprint: string) =>
    shop.sql(
      "INSERT INTO person_mark (user_id, kind, fingerprint, created_at) VALUES (?1, ?2, ?3, 0)",
      shopper.id,
      kind,
      fingerprint,
    );
  async function share(kinds: readonly string[], both: TestShopper[]) {
    for (const [index, kind] of kinds.entries())
      for (const shopper of both)
        await mark(shopper, kind, `${both[0]?.id ?? ""}-${String(index)}`);
  }
  const waiting = async (inviter: TestShopper) =>
    (await readDeskPages<Held>(shop, listEarnings, "earnings")).filter(
      (row) => row.inviter.id === inviter.id,
    );
  type Held = AnswerOf<typeof listEarnings>["earnings"][number];
  const decide = (id: string, status: "released" | "refused") =>
    shop.desk(decideEarning, { params: { id }, body: { status, reason: "دو برادر یک خانه‌اند" } });

  test("is paid after one shared mark, and waits for the desk after two (one person, two phones)", async () => {
    const product = await shop.newProduct({ stock: 9 });
    const [one, two, browsers] = [await invited(), await invited(), await invited()];
    await share(["browser"], [one.inviter, one.buyer]);
    await share(["browser", "browser"], [browsers.inviter, browsers.buyer]);
    await share(["browser", "picture", "name"], [two.inviter, two.buyer]);
    for (const { buyer } of [one, two, browsers]) await buyer.buy(product);
    await later(25);
    expect(await one.inviter.balance()).toBe(15_000);
    expect(await browsers.inviter.balance()).toBe(15_000);
    expect(await two.inviter.balance()).toBe(0);
    expect((await two.inviter.ask(getReferrals)).body.referral).toMatchObject({
      pendingIncome: 15_000,
      incomeInReview: 15_000,
    });
    const [held] = await waiting(two.inviter);
    expect(held).toMatchObject({
      amount: 15_000,
      buyer: { id: two.buyer.id, provenOwner: "آزمون آزمون" },
      sharedMarks: ["browser", "name", "picture"],
    });
    const id = held?.id ?? "";
    const verdicts = await Promise.all([decide(id, "released"), decide(id, "released")]);
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await shop.runJobs();
    expect(await two.inviter.balance()).toBe(15_000);
    expect(await waiting(two.inviter)).toEqual([]);
    expect(
      await shop.sql(
        "SELECT operator, verdict, note FROM desk_decision WHERE verdict LIKE 'income_%'",
      ),
    ).toEqual([{ operator: "local", verdict: "income_released", note: "دو برادر یک خانه‌اند" }]);
    expect((await decide("none", "refused")).status).toBe(404);
  });

  test("is still recognised on the day the income is paid, and the income may be refused for good", async () => {
    const { inviter, buyer } = await invited();
    await buyer.buy(await shop.newProduct());
    expect(await waiting(inviter)).toEqual([]);
    await share(["card", "browser"], [inviter, buyer]);
    await later(25);
    expect(await inviter.balance()).toBe(0);
    const [held] = await waiting(inviter);
    expect((await decide(held?.id ?? "", "refused")).status).toBe(200);
    await shop.runJobs();
    expect(await inviter.balance()).toBe(0);
    expect(await earningsOf(buyer)).toMatchObject([{ state: "cancelled" }]);
    expect((await inviter.ask(getReferrals)).body.referral).toMatchObject({
      pendingIncome: 0,
      incomeInReview: 0,
    });
  });

  test("leaves marks of browser, picture, name and card in the database, as keyed hashes", async () => {
    const inviter = await shop.newShopper({ isVerified: false, cardStatus: "none" });
    const buyer = await shop.newShopper({
      isVerified: false,
      cardStatus: "none",
      hasNames: false,
      balanceToman: 1_000_000,
      inviterId: inviter.id,
    });
    for (const [index, shopper] of [inviter, buyer].entries()) {
      const headers = { "X-Visitor": "the-browser-of-both", "X-Client-Address": "10.7.0.3" };
      await shop.ask(requestCode, { body: { username: shopper.phone }, headers });
      const [message] = await shop.sandbox.messages(shopper.phone);
      const body = { username: shopper.phone, otp: message?.code ?? "" };
      expect((await shop.ask(verifyCode, { body, headers })).status).toBe(200);
      const { imageUrl } = (await upload(shop, shopper, png())).body;
      const filed = await shopper.ask(createIdentityRequest, {
        body: {
          IdentificationDocumentImage: imageUrl,
          cardNumber: newCardNumber(),
          cardOwner: index === 0 ? "سارا كريمي" : "سارا‌کریمی ",
          firstName: "سارا",
          lastName: "کریمی",
        },
      });
      const params = { id: filed.body.authorization.id };
      await shop.desk(decideIdentityRequest, { params, body: { status: "verified" } });
    }
    const marks = await shop.sql(
      "SELECT kind, fingerprint FROM person_mark WHERE user_id = ?1 ORDER BY kind",
      buyer.id,
    );
    expect(marks.map(({ kind }) => kind)).toEqual(["browser", "card", "name", "picture"]);
    for (const { fingerprint } of marks) expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    await buyer.buy(await shop.newProduct());
    expect(await waiting(inviter)).toMatchObject([{ sharedMarks: ["browser", "name", "picture"] }]);
  });
});

describe("referral income", () => {
  test("is thirty percent of price minus cost of the delivered codes, rounded down", async () => {
    const { inviter, buyer } = await invited();
    const product = await shop.newProduct({ priceToman: 100_003, stock: 1, unitCostToman: 60_001 });
    await shop.addCodes(product, 1, 20_000);
    await buyer.buy(product, 2);
    const share = Math.floor(((200_006 - 80_001) * 30) / 100);
    expect(await earningsOf(buyer)).toEqual([
      { kind: "referral", user_id: inviter.id, amount_toman: share, state: "held" },
    ]);
    const figures = async () => (await inviter.ask(getReferrals)).body.referral;
    expect(await figures()).toMatchObject({
      totalRegistrations: 1,
      totalPurchases: 1,
      totalIncome: 0,
      pendingIncome: share,
    });
    await later(24.1);
    await shop.runJobs();
    expect(await inviter.balance()).toBe(share);
    expect(await figures()).toMatchObject({
      totalIncome: share,
      pendingIncome: 0,
      invitees: [{ firstName: "آزمون", purchaseCount: 1, incomeForInviter: share }],
    });
    expect(await newest(inviter)).toMatchObject({
      type: "deposit",
      amount: share,
      description: "درآمد معرفی از خرید \u2068آزمون آزمون\u2069",
    });
    expect(JSON.stringify(await newest(inviter))).not.toMatch(/\u2066/);
  });

  test("is computed from the discounted price, and is zero without a profit", async () => {
    const { inviter, buyer } = await invited();
    await addDiscountCode(shop, "EARN", { type: "percentage", value: 10, ownerId: buyer.id });
    const cheap = await shop.newProduct({ priceToman: 100_000, unitCostToman: 80_000 });
    await buyer.put(cheap);
    expect((await buyer.ask(applyDiscount, { body: { code: "EARN" } })).status).toBe(200);
    expect((await buyer.ask(createOrder, { body: {} })).status).toBe(200);
    for (const unitCostToman of [100_000, 120_000, 99_997])
      await buyer.buy(await shop.newProduct({ priceToman: 100_000, unitCostToman }));
    expect(await earningsOf(buyer)).toEqual([
      { kind: "referral", user_id: inviter.id, amount_toman: 3_000, state: "held" },
    ]);
  });

  test("waits while the invitee has an open ticket about the same item, for up to thirty days", async () => {
    const { inviter, buyer } = await invited();
    const product = await shop.newProduct({ stock: 2, rewardToman: 1_000 });
    const [complained] = [await buyer.buy(product), await buyer.buy(product)];
    await openTicket(buyer, complained);
    await shop.sql("UPDATE ticket SET created_at = ?2 WHERE user_id = ?1", buyer.id, Date.now());
    const share = Math.floor(((100_000 - 50_000 - 1_000) * 30) / 100);
    await later(29 * 24);
    expect(await inviter.balance()).toBe(share);
    await later(30 * 24 + 1);
    expect(await inviter.balance()).toBe(2 * share);
    // The buyer's own cashback waits as long as the ticket is open.
    expect(await buyer.balance()).toBe(801_000);
    await shop.sql("UPDATE ticket SET status = 'Closed' WHERE user_id = ?1", buyer.id);
    await shop.runJobs();
    expect(await buyer.balance()).toBe(802_000);
  });

  test("is zero for people who invited themselves, recognised by a shared verified card", async () => {
    const product = await shop.newProduct({ stock: 20 });
    const copyCard = (
      from: TestShopper,
      to: TestShopper,
      deletedAt: number | null,
      status = "verified",
    ) =>
      shop.sql(
        `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status,
           created_at, deleted_at)
         SELECT 'copy-' || ?2, ?2, number_sealed, number_fingerprint, owner, ?4, 0, ?3
         FROM bank_card WHERE user_id = ?1`,
        from.id,
        to.id,
        deletedAt,
        status,
      );
    const former = await invited();
    await copyCard(former.buyer, former.inviter, 1);
    const formerly = await invited();
    await copyCard(formerly.inviter, formerly.buyer, 1);
    const identity = await invited({ cardStatus: "none", isVerified: false });
    await shop.sql(
      "UPDATE identity_request SET status = 'rejected' WHERE user_id = ?1",
      identity.inviter.id,
    );
    await shop.sql(
      `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
         card_owner, status, created_at)
       SELECT 'same-' || ?2, ?2, number_sealed, number_fingerprint, owner, 'verified', 0
       FROM bank_card WHERE user_id = ?1`,
      identity.inviter.id,
      identity.buyer.id,
    );
    const rejected = await invited();
    await copyCard(rejected.buyer, rejected.inviter, null, "rejected");
    for (const { buyer } of [former, formerly, identity, rejected]) await buyer.buy(product);
    for (const { buyer } of [former, formerly, identity])
      expect(await earningsOf(buyer)).toEqual([]);
    expect(await earningsOf(rejected.buyer)).toMatchObject([{ kind: "referral", state: "held" }]);

    const found = await invited();
    await found.buyer.buy(product);
    await copyCard(found.buyer, found.inviter, 1);
    await later(25);
    expect(await earningsOf(found.buyer)).toMatchObject([{ kind: "referral", state: "cancelled" }]);
    expect(await found.inviter.balance()).toBe(0);
  });

  test("waits until the inviter's identity is verified", async () => {
    const inviter = await shop.newShopper({ isVerified: false });
    const buyer = await shop.newShopper({ balanceToman: 300_000, inviterId: inviter.id });
    const product = await shop.newProduct({ rewardToman: 1_000 });
    await buyer.buy(product);
    await later(25);
    await later(60);
    expect(await inviter.balance()).toBe(0);
    expect(await buyer.balance()).toBe(201_000);
    expect(await earningsOf(buyer)).toMatchObject([
      { kind: "reward", state: "paid" },
      { kind: "referral", state: "held" },
    ]);
    const { rows, rowsRead } = await shop.measure((db) =>
      findDueEarnings(db, 50, Date.now() + 60 * HOUR, 30),
    );
    expect(rows).toEqual([]);
    expect(rowsRead).toBeLessThanOrEqual(1);
    await shop.sql(
      `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
         card_owner, status, created_at)
       VALUES ('late', ?1, '', 'late', '', 'verified', 0)`,
      inviter.id,
    );
    await later(25 + 60);
    expect(await inviter.balance()).toBeGreaterThan(0);
    expect(await earningsOf(buyer)).toMatchObject([{ state: "paid" }, { state: "paid" }]);
  });

  test("is cancelled when an unverified inviter is forgotten", async () => {
    const inviter = await shop.newShopper({ isVerified: false });
    const buyer = await shop.newShopper({ balanceToman: 300_000, inviterId: inviter.id });
    await buyer.buy(await shop.newProduct());
    const forgotten = await byTwo(shop, forgetPerson, {
      params: { id: inviter.id },
      body: { reason: "به درخواست خودش" },
    });
    expect(forgotten.status).toBe(200);
    await later(25);
    expect(await earningsOf(buyer)).toMatchObject([{ kind: "referral", state: "cancelled" }]);
    expect(
      await shop.sql("SELECT 1 FROM wallet_transaction WHERE user_id = ?1", inviter.id),
    ).toEqual([]);
  });

  test("is zero without an inviter", async () => {
    const shopper = await shop.newShopper({ balanceToman: 100_000 });
    await shopper.buy(await shop.newProduct());
    expect(await earningsOf(shopper)).toEqual([]);
  });
});

test("finds due earnings on an index", async () => {
  const { plan } = await shop.measure((db) => findDueEarnings(db, 50, Date.now(), 30));
  expect(plan.join("\n")).toContain("USING INDEX earning_due");
  expect(
    plan.filter((step) => /^SCAN (e|i|u|o|ticket|bank_card|identity_request)\b/.test(step)),
  ).toEqual([]);
});
