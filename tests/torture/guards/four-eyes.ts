import { expect } from "vitest";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { decideWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { newOperator } from "../../support/operator.ts";
import type { TestShop } from "../../support/shop.ts";
import { newReference, payWithdrawal, putBack, takeInHand } from "../../support/withdrawal.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { type Guard, type Traces, expectRefused, sql } from "./guard.ts";
import { owner } from "./owners.ts";

/** Guards of decisions that need two operators. */

const ALONE_TOMAN = 20_000_000;

/** Makes a person with withdrawals in hand. */
async function inHand(shop: TestShop, amount: number, count = 1) {
  const shopper = await shop.newShopper({ balanceToman: amount * count });
  const ids: string[] = [];
  for (let asked = 0; asked < count; asked++) {
    const { id } = (await shopper.ask(requestWithdrawal, { body: { amount } })).body.withdrawal;
    await takeInHand(shop, id);
    ids.push(id);
  }
  return { shopper, ids };
}

/** Records that operators verified the cards and the identity of a person. */
async function verified(shop: TestShop, userId: string, operators: string[]) {
  for (const name of operators)
    for (const subject of ["bank_card", "identity_request"])
      await shop.sql(
        `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, created_at)
         SELECT ?1 || '-verified-' || ?3 || id, ?1, ?3, id, 'verified', 1
         FROM ${subject} WHERE user_id = ?2`,
        name,
        userId,
        subject,
      );
}

/** Makes the request by which a second person confirms a proposal. */
export async function confirming(shop: TestShop, proposalId: string | null) {
  const { token: deskToken = "" } = await newOperator(shop, { role: "finance" });
  const params = { id: proposalId ?? "" };
  return deskRequest({ deskToken }, decideProposal, { params, body: { status: "confirmed" } });
}

export const guardsOfFourEyes: Guard[] = [
  {
    name: "must: at most one of the two verified its owner and card",
    async attack({ shop }) {
      const { shopper, ids } = await inHand(shop, ALONE_TOMAN + 1);
      const { proposalId } = (await payWithdrawal(shop, ids[0] ?? "")).body;
      const second = await newOperator(shop, { role: "finance" });
      await verified(shop, shopper.id, ["local", second.name]);
      expectRefused(
        await second.ask(decideProposal, {
          params: { id: proposalId ?? "" },
          body: { status: "confirmed" },
        }),
        "both_verified",
      );
    },
  },
  {
    name: "must: nobody is asked to confirm its payout",
    async attack({ shop }) {
      const { ids } = await inHand(shop, ALONE_TOMAN + 1);
      await payWithdrawal(shop, ids[0] ?? "");
      expectRefused(await putBack(shop, ids[0] ?? ""), "already_proposed");
    },
  },
  {
    name: "must: one operator may pay so much alone",
    async attack({ shop, meanwhile }) {
      const { ids } = await inHand(shop, ALONE_TOMAN - 1, 2);
      const [first = "", second = ""] = ids;
      const rival = deskRequest(shop, decideWithdrawal, {
        params: { id: first },
        body: { status: "paid", reference: newReference() },
      });
      const answer = await meanwhile("'one operator may pay so much alone'", [rival], () =>
        shop.desk(decideWithdrawal, {
          params: { id: second },
          body: { status: "paid", reference: newReference() },
        }),
      );
      expectRefused(answer, "too_much_alone");
    },
  },
  {
    name: "must: one operator may pay so much a day",
    async attack({ shop, meanwhile }) {
      const ids: string[] = [];
      for (let person = 0; person < 6; person++)
        ids.push(...(await inHand(shop, ALONE_TOMAN - 1_000_000)).ids);
      const [last = "", rival = "", ...first] = ids;
      const paid = (id: string) => ({
        params: { id },
        body: { status: "paid", reference: newReference() } as const,
      });
      for (const id of first) await shop.desk(decideWithdrawal, paid(id));
      const answer = await meanwhile(
        "'one operator may pay so much a day'",
        [deskRequest(shop, decideWithdrawal, paid(rival))],
        () => shop.desk(decideWithdrawal, paid(last)),
      );
      expectRefused(answer, "too_much_alone");
    },
  },
  owner(
    "who verified somebody else, before a payout is confirmed",
    [
      "SELECT id FROM identity_request WHERE user_id = ?3",
      "SELECT id FROM bank_card WHERE user_id = ?3 AND (?4 IS NULL OR id = ?4)",
    ],
    async ({ shop }) => {
      const { ids } = await inHand(shop, ALONE_TOMAN + 1);
      const { proposalId } = (await payWithdrawal(shop, ids[0] ?? "")).body;
      const second = await newOperator(shop, { role: "finance" });
      const other = await shop.newShopper();
      await verified(shop, other.id, ["local", second.name]);
      const answer = await second.ask(decideProposal, {
        params: { id: proposalId ?? "" },
        body: { status: "confirmed" },
      });
      expect(answer.status).toBe(200);
    },
  ),
];

/** Proposals of operators about things of a shopper. */
export const tracesOfFourEyes: Traces = ({ id }) =>
  [
    "bank_card WHERE user_id = ?1",
    "identity_request WHERE user_id = ?1",
    "withdrawal WHERE user_id = ?1",
    "order_item WHERE order_id IN (SELECT id FROM orders WHERE user_id = ?1)",
  ].map((rows) =>
    sql(
      `INSERT INTO proposal
         (id, action, subject_id, details, note, asked_by, created_at, expires_at)
       SELECT 'about-' || id, 'planted', id, '{}', 'نوشته‌ای دربارهٔ این شخص', 'local', 1, 9000000000000
       FROM ${rows}`,
      id,
    ),
  );
