import { expect } from "vitest";
import type { z } from "zod";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { importCatalogue, previewCatalogue } from "../../../contract/desk/catalogue-file.ts";
import { changePrice, changeQuestions, getDeskProduct } from "../../../contract/desk/product.ts";
import { replaceCode } from "../../../contract/desk/code.ts";
import { makeDiscountSeries, setDiscountActive } from "../../../contract/desk/discount-code.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import { freeze } from "../../../contract/desk/freeze.ts";
import { addImport, correctLines, sendLines } from "../../../contract/desk/import.ts";
import { recallBatch } from "../../../contract/desk/stock.ts";
import { decideNameRequest } from "../../../contract/desk/name-request.ts";
import { createNameRequest } from "../../../contract/name-request.ts";
import { decideLook } from "../../../contract/desk/look.ts";
import { makePayout, settlePayout } from "../../../contract/desk/payout.ts";
import { checkPayment } from "../../../contract/desk/payment.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { decideWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { addDiscountCode } from "../../support/discount-code.ts";
import { BOUGHT, bring, newBatch, newCodes } from "../../support/import.ts";
import { newOperator } from "../../support/operator.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import { type TestShop, authorityOf } from "../../support/shop.ts";
import { papers } from "../guards/papers.ts";
import { newReference, payWithdrawal, takeInHand } from "../../support/withdrawal.ts";
import { withCardInquiry, withInquiry } from "../../support/inquiry.ts";
import { makeDue, withUnsent } from "../../support/supply.ts";
import { heldOrder } from "../guards/look.ts";
import { type Handler, row, withOrder } from "./handler.ts";

/** Decisions of operators. */

const decided = /decided|refunded|not_waiting|overdue/;

function decidesLook(status: "released" | "refunded", codes: number): Handler["arrange"] {
  return async (shop) => {
    const { shopper, orderId } = await heldOrder(shop);
    const before = await shopper.balance();
    const { total_toman: total } = await row(
      shop,
      "SELECT total_toman FROM orders WHERE id = ?1",
      orderId,
    );
    return {
      ask: () =>
        shop.desk(decideLook, {
          params: { orderId },
          body: { status, reason: "به صاحب کارت زنگ زدیم" },
        }),
      async check() {
        // The jobs complete a refund that was interrupted after the decision.
        await shop.runJobs("looks");
        expect(await shopper.balance()).toBe(
          status === "refunded" ? before + Number(total) : before,
        );
        expect(
          await shop.sql(
            `SELECT 1 FROM code c JOIN order_item i ON i.id = c.order_item_id
             WHERE i.order_id = ?1 AND i.delivery_status = 'delivered'`,
            orderId,
          ),
        ).toHaveLength(codes);
        expect(
          await shop.sql("SELECT 1 FROM desk_decision WHERE subject_id = ?1", orderId),
        ).toHaveLength(1);
      },
    };
  };
}

function decidesWithdrawal(
  verdict: z.input<typeof decideWithdrawal.body>,
  balanceAfter: number,
): Handler["arrange"] {
  return async (shop) => {
    const shopper = await shop.newShopper({ balanceToman: 150_000 });
    const asked = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
    const { id } = asked.body.withdrawal;
    if (verdict.status === "paid") await takeInHand(shop, id);
    return {
      ask: () => shop.desk(decideWithdrawal, { params: { id }, body: verdict }),
      async check() {
        expect(await shopper.balance()).toBe(balanceAfter);
        expect(
          await shop.sql(
            "SELECT 1 FROM desk_decision WHERE subject_id = ?1 AND verdict <> 'in_hand'",
            id,
          ),
        ).toHaveLength(1);
      },
    };
  };
}

/** Makes a new operator, who confirms the proposal. */
async function confirms(shop: TestShop, proposalId: string | null) {
  const second = await newOperator(shop, { role: "finance" });
  const call = { params: { id: proposalId ?? "" }, body: { status: "confirmed" } } as const;
  return () => second.ask(decideProposal, call);
}

const codesOf = (shop: TestShop, productId: string) =>
  shop.sql("SELECT is_recalled FROM code WHERE product_id = ?1", productId);

export const deskHandlers: Handler[] = [
  {
    name: "sending lines of a file of codes",
    async arrange(shop) {
      const lines = newCodes(2);
      const id = await bring(shop, await shop.newProduct({ stock: 0 }), [], { lines: 2 });
      return {
        ask: () => shop.desk(sendLines, { params: { id }, body: { first: 1, lines } }),
        check: async () =>
          expect(
            await shop.sql("SELECT finding FROM code_import_line WHERE import_id = ?1", id),
          ).toEqual([{ finding: "unusual" }, { finding: "unusual" }]),
      };
    },
  },
  {
    name: "mending lines of a file of codes",
    async arrange(shop) {
      const [code = "", typed = ""] = newCodes(2);
      const id = await bring(shop, await shop.newProduct({ stock: 0 }), [code, code]);
      const lines = [{ line: 2, text: typed }];
      return {
        ask: () => shop.desk(correctLines, { params: { id }, body: { lines } }),
        check: async () => {
          expect(
            await shop.sql("SELECT finding FROM code_import_line WHERE import_id = ?1", id),
          ).toEqual([{ finding: "unusual" }, { finding: "unusual" }]);
          expect(
            await shop.sql(
              "SELECT 1 FROM desk_decision WHERE subject_id = ?1 AND verdict = 'corrected'",
              id,
            ),
          ).toHaveLength(1);
        },
      };
    },
  },
  {
    name: "adding a file of codes",
    async arrange(shop) {
      const productId = await shop.newProduct({ stock: 0 });
      const id = await bring(shop, productId, newCodes(3));
      return {
        ask: () =>
          shop.desk(addImport, {
            params: { id },
            body: { ...BOUGHT, takes: ["first"], expected: 3 },
          }),
        check: async () => expect(await codesOf(shop, productId)).toHaveLength(3),
      };
    },
  },
  {
    name: "recalling a batch of codes",
    retryRefusals: /batch_recalled/,
    async arrange(shop) {
      const productId = await shop.newProduct({ stock: 0 });
      const id = await newBatch(shop, productId, newCodes(2));
      const body = { reason: "این سری باطل شده است" };
      return {
        ask: () => shop.desk(recallBatch, { params: { id }, body }),
        check: async () =>
          expect(await codesOf(shop, productId)).toEqual([{ is_recalled: 1 }, { is_recalled: 1 }]),
      };
    },
  },
  {
    name: "making a series of discount codes",
    async arrange(shop) {
      const idempotencyKey = crypto.randomUUID();
      const prefix = `F${idempotencyKey.slice(0, 8).toUpperCase()}`;
      const body = {
        prefix,
        count: 3,
        type: "fixed" as const,
        value: 10_000,
        maxDiscount: null,
        minPurchase: null,
        usesMax: 1,
        until: null,
      };
      return {
        ask: () => shop.desk(makeDiscountSeries, { body, idempotencyKey }),
        async check() {
          const { series, codes, lines } = await row(
            shop,
            `SELECT count(*) AS series,
               (SELECT count(*) FROM discount_code WHERE series_id = s.id) AS codes,
               (SELECT count(*) FROM desk_decision WHERE subject_id = s.id) AS lines
             FROM discount_series s WHERE prefix = ?1`,
            prefix,
          );
          expect({ series, codes, lines }).toEqual({ series: 1, codes: 3, lines: 1 });
        },
      };
    },
  },
  {
    name: "changing a price",
    async arrange(shop) {
      const id = await shop.newProduct();
      const seen = { price: 100_000, priceAfterDiscount: null, reward: 0 };
      const body = { ...seen, price: 120_000, reason: "نرخ تازه", seen };
      return {
        ask: () => shop.desk(changePrice, { params: { id }, body }),
        async check() {
          const { prices, named, lines } = await row(
            shop,
            `SELECT count(*) AS prices, count(operator) AS named,
               (SELECT count(*) FROM desk_decision WHERE subject_id = ?1) AS lines
             FROM price_change WHERE product_id = ?1`,
            id,
          );
          expect({ prices, named, lines }).toEqual({ prices: 2, named: 1, lines: 1 });
        },
      };
    },
  },
  {
    name: "writing the questions of a product",
    async arrange(shop) {
      const id = await shop.newProduct();
      const { body } = await shop.desk(getDeskProduct, { params: { id } });
      const { questionsVersion: version } = body.product;
      const questions = [{ id: "email", kind: "email" as const, label: "ایمیل" }];
      return {
        ask: () => shop.desk(changeQuestions, { params: { id }, body: { questions, version } }),
        check: async () =>
          expect(
            await shop.sql(
              `SELECT p.questions ->> '$[0].kind' AS kind, count(d.id) AS lines
               FROM product p LEFT JOIN desk_decision d
                 ON d.subject_id = p.id AND d.verdict = 'questioned' WHERE p.id = ?1`,
              id,
            ),
          ).toEqual([{ kind: "email", lines: 1 }]),
      };
    },
  },
  {
    name: "importing a catalogue",
    async arrange(shop) {
      const type = `fault-${newCharacters()}`;
      const catalogue = {
        categories: [
          {
            type,
            displayName: "دستهٔ آزمون",
            subcategories: [
              {
                urlName: type,
                displayName: "زیردستهٔ آزمون",
                latinName: "Fault",
                hue: 1,
                tagline: "برای آزمودن است.",
                regionNotice: "جهانی است.",
                products: [
                  {
                    name: "کارت آزمون",
                    region: "جهانی",
                    denomination: "$1",
                    deliveryType: "instant" as const,
                    price: 1000,
                  },
                ],
              },
            ],
          },
        ],
      };
      const { fingerprint } = (await shop.desk(previewCatalogue, { body: { catalogue } })).body;
      return {
        ask: () => shop.desk(importCatalogue, { body: { catalogue, fingerprint } }),
        async check() {
          const { made, prices, lines } = await row(
            shop,
            `SELECT count(*) AS made, (SELECT count(*) FROM price_change WHERE product_id = p.id)
               AS prices, (SELECT count(*) FROM desk_decision
                 WHERE subject_id IN (p.id, s.id, s.type) AND verdict = 'made') AS lines
             FROM subcategory s JOIN product p ON p.subcategory_id = s.id WHERE s.url_name = ?1`,
            type,
          );
          expect({ made, prices, lines }).toEqual({ made: 1, prices: 1, lines: 3 });
        },
      };
    },
  },
  {
    name: "stopping a discount code",
    retryRefusals: /stale_discount_code/,
    async arrange(shop) {
      const code = `FAULT-${newCharacters().toUpperCase()}`;
      await addDiscountCode(shop, code);
      const request = { params: { id: code }, body: { status: "stopped" as const } };
      return {
        ask: () => shop.desk(setDiscountActive, request),
        async check() {
          const { is_active: isActive, lines } = await row(
            shop,
            `SELECT is_active, (SELECT count(*) FROM desk_decision WHERE subject_id = ?1) AS lines
             FROM discount_code WHERE id = ?1`,
            code,
          );
          expect({ isActive, lines }).toEqual({ isActive: 0, lines: 1 });
        },
      };
    },
  },
  {
    name: "confirming a payout above the limit",
    retryRefusals: decided,
    async arrange(shop) {
      const shopper = await shop.newShopper({ balanceToman: 20_000_001 });
      const asked = await shopper.ask(requestWithdrawal, { body: { amount: 20_000_001 } });
      const { id } = asked.body.withdrawal;
      const { proposalId } = (await payWithdrawal(shop, id)).body;
      return {
        ask: await confirms(shop, proposalId),
        async check() {
          expect(await shopper.balance()).toBe(0);
          expect(await row(shop, "SELECT state FROM withdrawal WHERE id = ?1", id)).toEqual({
            state: "paid",
          });
        },
      };
    },
  },
  {
    name: "making a bank file",
    retryRefusals: /not_ready/,
    async arrange(shop) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const asked = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
      const { id } = asked.body.withdrawal;
      const body = { withdrawalIds: [id], format: "card_list" as const };
      return {
        ask: () => shop.desk(makePayout, { body }),
        async check() {
          expect(
            await row(shop, "SELECT state FROM payout_row WHERE withdrawal_id = ?1", id),
          ).toEqual({ state: "sent" });
        },
      };
    },
  },
  {
    name: "booking the bank's answer to a file",
    retryRefusals: decided,
    async arrange(shop) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const asked = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
      const { id } = asked.body.withdrawal;
      const body = { withdrawalIds: [id], format: "card_list" as const };
      const { payout } = (await shop.desk(makePayout, { body })).body;
      const rows = [{ withdrawalId: id, status: "paid", reference: newReference() } as const];
      return {
        ask: () => shop.desk(settlePayout, { params: { id: payout.id }, body: { rows } }),
        async check() {
          expect(await shopper.balance()).toBe(50_000);
          expect(await row(shop, "SELECT state FROM withdrawal WHERE id = ?1", id)).toEqual({
            state: "paid",
          });
        },
      };
    },
  },
  {
    name: "paying a withdrawal",
    retryRefusals: decided,
    arrange: (shop) =>
      decidesWithdrawal({ status: "paid", reference: newReference() }, 50_000)(shop),
  },
  {
    name: "rejecting a withdrawal",
    retryRefusals: decided,
    arrange: decidesWithdrawal({ status: "rejected", rejectionReason: "کارت بسته است" }, 150_000),
  },
  {
    name: "refunding an item to wallet and card",
    retryRefusals: decided,
    async arrange(shop) {
      const { shopper, itemId } = await withOrder(shop, 40_000);
      return {
        ask: () =>
          shop.desk(refundItem, {
            params: { orderItemId: itemId },
            body: { opened: true, reason: "کد کار نمی‌کند" },
          }),
        async check() {
          expect(await shopper.balance()).toBe(40_000);
          expect(
            await shop.sql("SELECT 1 FROM refund WHERE order_item_id = ?1", itemId),
          ).toHaveLength(1);
        },
      };
    },
  },
  { name: "releasing a held order", retryRefusals: decided, arrange: decidesLook("released", 2) },
  { name: "refunding a held order", retryRefusals: decided, arrange: decidesLook("refunded", 0) },
  {
    name: "replacing a bad code",
    retryRefusals: /code_gone/,
    async arrange(shop) {
      const { itemId } = await withOrder(shop, 100_000);
      const { id } = await row(shop, "SELECT id FROM code WHERE order_item_id = ?1", itemId);
      const params = { codeId: String(id) };
      return {
        ask: () => shop.desk(replaceCode, { params, body: { reason: "کد کار نمی‌کند" } }),
        check: async () =>
          expect(
            await shop.sql(
              `SELECT id = ?2 AS is_bad, position, withdrawn_at IS NOT NULL AS is_withdrawn
               FROM code WHERE order_item_id = ?1 AND status = 'sold' ORDER BY is_bad`,
              itemId,
              id,
            ),
          ).toEqual([
            { is_bad: 0, position: 1, is_withdrawn: 0 },
            { is_bad: 1, position: 1, is_withdrawn: 1 },
          ]),
      };
    },
  },
  {
    name: "asking the gateway now about a payment",
    retryRefusals: decided,
    async arrange(shop) {
      const shopper = await shop.newShopper();
      await shopper.put(await shop.newProduct({ priceToman: 100_000 }));
      const authority = authorityOf(await shopper.initiate());
      await shop.sandbox.pay(authority);
      const { id } = await row(shop, "SELECT id FROM payment WHERE authority = ?1", authority);
      return {
        ask: () => shop.desk(checkPayment, { params: { id: String(id) } }),
        async check() {
          // The jobs ask the gateway again after a call that was interrupted.
          await shop.runJobs("payments");
          expect(await shopper.orders()).toHaveLength(1);
          expect(
            await shop.sql(
              "SELECT 1 FROM transfer WHERE payment_id = ?1 AND kind = 'order_gateway'",
              id,
            ),
          ).toHaveLength(1);
        },
      };
    },
  },
  {
    name: "delivering by hand",
    retryRefusals: decided,
    async arrange(shop) {
      const { itemId } = await withOrder(shop, 100_000, { deliveryType: "manual" });
      return {
        ask: () =>
          shop.desk(deliver, {
            params: { orderItemId: itemId },
            body: { codes: [`HAND-${itemId}`] },
          }),
        check: async () =>
          expect(
            await shop.sql("SELECT status FROM code WHERE order_item_id = ?1", itemId),
          ).toEqual([{ status: "sold" }]),
      };
    },
  },
  {
    name: "verifying a card",
    retryRefusals: decided,
    async arrange(shop) {
      const { cardId } = await shop.newShopper({ cardStatus: "pending" });
      await shop.look(decideBankCard, cardId);
      return {
        ask: () =>
          shop.deskOnly(decideBankCard, { params: { id: cardId }, body: { status: "verified" } }),
        check: async () =>
          expect(await row(shop, "SELECT status FROM bank_card WHERE id = ?1", cardId)).toEqual({
            status: "verified",
          }),
      };
    },
  },
  {
    name: "freezing a person",
    async arrange(shop) {
      const { id } = await shop.newShopper();
      return {
        ask: () => shop.desk(freeze, { body: { kind: "person", id, reason: "بررسی" } }),
        check: async () =>
          expect(
            await shop.sql("SELECT 1 FROM frozen_person WHERE user_id = ?1", id),
          ).not.toHaveLength(0),
      };
    },
  },
  {
    name: "changing a proven name",
    retryRefusals: decided,
    async arrange(shop) {
      const shopper = await shop.newShopper();
      const asked = await shopper.ask(createNameRequest, {
        body: { firstName: "سارا", lastName: "کریمی", reason: "نامم در ثبت احوال عوض شد" },
      });
      const params = { id: asked.body.nameRequest.id };
      return {
        ask: () =>
          shop.desk(decideNameRequest, {
            params,
            body: { status: "verified", reason: "شناسنامه را دیدیم" },
          }),
        check: async () =>
          expect(
            await row(shop, "SELECT first_name, last_name FROM user WHERE id = ?1", shopper.id),
          ).toEqual({ first_name: "سارا", last_name: "کریمی" }),
      };
    },
  },
  {
    name: "approving an identity with its card and names",
    retryRefusals: decided,
    async arrange(shop) {
      const shopper = await shop.newShopper({
        cardStatus: "none",
        isVerified: false,
        hasNames: false,
      });
      const filed = await (await papers(shop, shopper)).proveIdentity();
      const params = { id: filed.body.authorization.id };
      await shop.look(decideIdentityRequest, params.id);
      return {
        ask: () => shop.deskOnly(decideIdentityRequest, { params, body: { status: "verified" } }),
        check: async () =>
          expect(
            await row(
              shop,
              `SELECT r.status, c.status AS card, c.is_default, u.first_name, u.last_name
               FROM identity_request r JOIN bank_card c ON c.user_id = r.user_id
               JOIN user u ON u.id = r.user_id WHERE r.id = ?1`,
              params.id,
            ),
          ).toEqual({
            status: "verified",
            card: "verified",
            is_default: 1,
            first_name: "سارا",
            last_name: "کریمی",
          }),
      };
    },
  },
];

/** Each step of buying from a supplier may be interrupted: it buys once and loses no code. */
export const supplyHandler: Handler = {
  name: "buying codes from a supplier",
  isJob: true,
  retryAfterMs: 6 * 60_000,
  async arrange(shop) {
    const { ref, itemId } = await withUnsent(shop);
    return {
      ask: () => shop.runJobs("supplies"),
      async check() {
        // An order that was interrupted may need several checks, minutes apart.
        for (let look = 0; look < 5; look++) {
          await makeDue(shop, ref);
          await shop.runJobs("supplies");
        }
        expect(await shop.sandbox.sales([ref])).toHaveLength(1);
        const item = await row(
          shop,
          `SELECT delivery_status, (SELECT count(*) FROM code WHERE order_item_id = i.id) AS codes,
             (SELECT count(*) FROM transfer WHERE id = 'purchase:' || ?2) AS bookings
           FROM order_item i WHERE id = ?1`,
          itemId,
          ref,
        );
        expect(item).toEqual({ delivery_status: "delivered", codes: 1, bookings: 1 });
      },
    };
  },
};

/** Each step of an inquiry about an identity may be interrupted: there is one approval. */
export const inquiryHandler: Handler = {
  name: "approving an identity by an inquiry",
  isJob: true,
  retryAfterMs: 6 * 60_000,
  async arrange(shop) {
    const id = await withInquiry(
      shop,
      await shop.newShopper({ isVerified: false, cardStatus: "none" }),
    );
    return {
      ask: () => shop.runJobs("inquiries"),
      async check() {
        const end = await row(
          shop,
          `SELECT i.state, r.status, (SELECT count(*) FROM bank_card c WHERE c.user_id = r.user_id
               AND c.status = 'verified' AND c.iban_sealed <> '') AS cards,
             (SELECT count(*) FROM desk_decision WHERE subject_id = r.id
               AND operator = 'inquiry:zibal') AS decisions,
             (SELECT count(*) FROM outbox WHERE id = 'identity:' || r.id) AS messages
           FROM identity_request r JOIN inquiry i ON i.request_id = r.id WHERE r.id = ?1`,
          id,
        );
        expect(end).toEqual({
          state: "approved",
          status: "verified",
          cards: 1,
          decisions: 1,
          messages: 1,
        });
      },
    };
  },
};

/**
 * Each step of an inquiry about a later card may be interrupted: there is one approval. An operator
 * has verified the person before.
 */
export const cardInquiryHandler: Handler = {
  name: "approving a later card by an inquiry",
  isJob: true,
  retryAfterMs: 6 * 60_000,
  async arrange(shop) {
    const shopper = await shop.newShopper({ isVerified: false, cardStatus: "none" });
    const params = { id: await withInquiry(shop, shopper) };
    await shop.desk(decideIdentityRequest, { params, body: { status: "verified" } });
    const id = await withCardInquiry(shop, shopper);
    return {
      ask: () => shop.runJobs("inquiries"),
      async check() {
        const end = await row(
          shop,
          `SELECT i.state, c.status, c.iban_sealed <> '' AS has_iban,
             (SELECT count(*) FROM desk_decision WHERE subject = 'bank_card' AND subject_id = c.id
               AND operator = 'inquiry:zibal') AS decisions,
             (SELECT count(*) FROM outbox WHERE id = 'card:' || c.id) AS messages
           FROM bank_card c JOIN inquiry i ON i.card_id = c.id WHERE c.id = ?1`,
          id,
        );
        expect(end).toEqual({
          state: "approved",
          status: "verified",
          has_iban: 1,
          decisions: 1,
          messages: 1,
        });
      },
    };
  },
};

/**
 * The scheduled jobs. They come first, because later handlers leave more work than one run can do.
 */
export const jobHandler: Handler = {
  name: "the jobs of a minute",
  isJob: true,
  // By then the leases of the interrupted run are over.
  retryAfterMs: 6 * 60_000,
  async arrange(shop) {
    const rewarded = await withOrder(shop, 100_000, { rewardToman: 2_000 });
    await shop.sql("UPDATE earning SET due_at = 0 WHERE buyer_id = ?1", rewarded.shopper.id);
    const refunded = await withOrder(shop, 0);
    await shop.desk(refundItem, {
      params: { orderItemId: refunded.itemId },
      body: { opened: true, reason: "کد کار نمی‌کند" },
    });
    const payer = await shop.newShopper();
    const body = { purpose: "wallet_topup" as const, amount: 70_000, cardNumber: payer.cardNumber };
    const authority = authorityOf(await payer.ask(initiatePayment, { body }));
    await shop.sandbox.pay(authority);
    await shop.sql("UPDATE payment SET next_check_at = 0 WHERE authority = ?1", authority);
    return {
      ask: shop.runJobs,
      async check() {
        expect(await rewarded.shopper.balance()).toBe(2_000);
        expect(await payer.balance()).toBe(70_000);
        // A refund that the bank may have made is not requested again: an operator settles it.
        const { state } = await row(
          shop,
          "SELECT state FROM refund WHERE order_item_id = ?1",
          refunded.itemId,
        );
        expect(["asking", "sent", "done", "review"]).toContain(state);
      },
    };
  },
};
