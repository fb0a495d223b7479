import { expect } from "vitest";
import { makePayout, settlePayout } from "../../../contract/desk/payout.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { decideWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { newOperator } from "../../support/operator.ts";
import type { TestShop } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { newReference, takeInHand } from "../../support/withdrawal.ts";
import { type Guard, expectRefused, sql } from "./guard.ts";

/** Guards of bank files. */

const ALONE_TOMAN = 20_000_000;
const NUMBER = "unique payout (number)";
const DONE = "check payout ((state = 'done') = (ended_at IS NOT NULL))";

async function asked(shop: TestShop, amount = 150_000) {
  const shopper = await shop.newShopper({ balanceToman: amount });
  const { id } = (await shopper.ask(requestWithdrawal, { body: { amount } })).body.withdrawal;
  return { shopper, id };
}

const requested = (...withdrawalIds: string[]) => ({
  body: { withdrawalIds, format: "card_list" as const },
});
const make = (shop: TestShop, ...ids: string[]) => shop.desk(makePayout, requested(...ids));

/** Makes a bank file of one withdrawal. */
async function fileOfOne(shop: TestShop, amount?: number) {
  const { shopper, id } = await asked(shop, amount);
  const { payout, proposalId } = (await make(shop, id)).body;
  return { shopper, id, payoutId: payout.id, proposalId: proposalId ?? "" };
}

const paid = (payoutId: string, withdrawalId: string) => ({
  params: { id: payoutId },
  body: { rows: [{ withdrawalId, status: "paid" as const, reference: newReference() }] },
});
const returned = (payoutId: string, withdrawalId: string) => ({
  params: { id: payoutId },
  body: { rows: [{ withdrawalId, status: "returned" as const, words: "حساب بسته است" }] },
});

/** A constraint that refuses a statement about a file of one withdrawal. */
const refuses = (name: string, text: string, of: "payout" | "withdrawal" = "payout"): Guard => ({
  name,
  async attack({ shop }) {
    const { payoutId, id } = await fileOfOne(shop);
    await expect(
      shop.sql(text, of === "payout" ? payoutId : id),
      "the statement is refused",
    ).rejects.toThrow(/SQLITE_CONSTRAINT/);
  },
});

/** A claim that a rival's statement breaks just before a file is made. */
const stale = (claim: string, rival: string): Guard => ({
  name: `must: ${claim}`,
  async attack({ shop, meanwhile }) {
    const { shopper, id } = await asked(shop);
    const change = sql(rival, shopper.id);
    const answer = await meanwhile(`'${claim}'`, [change], () => make(shop, id));
    expectRefused(answer, "not_ready");
  },
});

export const guardsOfPayout: Guard[] = [
  stale(
    "all of the file are open and nobody else claimed one",
    "UPDATE withdrawal SET in_hand_of = 'sara', in_hand_since = 1 WHERE user_id = ?1",
  ),
  stale(
    "all of the file go to due, verified cards of people in good standing",
    "UPDATE bank_card SET status = 'rejected' WHERE user_id = ?1",
  ),
  stale(
    "the file goes to the owners and IBANs that were read",
    "UPDATE bank_card SET owner = 'دزد شب' WHERE user_id = ?1",
  ),
  {
    name: "must: nobody is asked to confirm one of the file",
    async attack({ shop, meanwhile }) {
      const { id } = await asked(shop, ALONE_TOMAN + 1);
      await takeInHand(shop, id);
      const rival = deskRequest(shop, decideWithdrawal, {
        params: { id },
        body: { status: "paid", reference: newReference() },
      });
      const answer = await meanwhile("'nobody is asked to confirm one of the file'", [rival], () =>
        make(shop, id),
      );
      expectRefused(answer, "not_ready");
    },
  },
  {
    name: "must: a file of one operator gives nobody more than one may pay",
    // The request that does not get the file number reads again and takes the next number.
    heldAlsoBy: [NUMBER],
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 2 * ALONE_TOMAN });
      const ask = async () =>
        (await shopper.ask(requestWithdrawal, { body: { amount: ALONE_TOMAN - 1 } })).body
          .withdrawal.id;
      const [first, second] = [await ask(), await ask()];
      const rival = deskRequest(shop, makePayout, requested(first));
      await meanwhile("'a file of one operator gives nobody more than", [rival], () =>
        make(shop, second),
      );
      const files = await shop.sql(
        `SELECT p.state FROM payout p JOIN payout_row r ON r.payout_id = p.id
         WHERE r.withdrawal_id IN (?1, ?2) ORDER BY p.state`,
        first,
        second,
      );
      expect(files).toEqual([{ state: "made" }, { state: "waiting" }]);
    },
  },
  {
    name: "must: a file of one operator is within their day",
    heldAlsoBy: [NUMBER],
    async attack({ shop, meanwhile }) {
      const ids: string[] = [];
      for (let person = 0; person < 6; person++)
        ids.push((await asked(shop, ALONE_TOMAN - 1_000_000)).id);
      const [last = "", ...first] = ids;
      const rival = deskRequest(shop, makePayout, requested(...first));
      await meanwhile("'a file of one operator is within their day'", [rival], () =>
        make(shop, last),
      );
      const [file] = await shop.sql(
        `SELECT p.state FROM payout p JOIN payout_row r ON r.payout_id = p.id
         WHERE r.withdrawal_id = ?1`,
        last,
      );
      expect(file).toEqual({ state: "waiting" });
    },
  },
  {
    name: "must: the file waits for a second person",
    heldAlsoBy: ["trigger payout_path", DONE],
    async attack({ shop, meanwhile }) {
      const { id, payoutId, proposalId } = await fileOfOne(shop, ALONE_TOMAN + 1);
      const second = await newOperator(shop, { role: "finance" });
      const rival = deskRequest(shop, settlePayout, returned(payoutId, id));
      const answer = await meanwhile("'the file waits for a second person'", [rival], () =>
        second.ask(decideProposal, { params: { id: proposalId }, body: { status: "confirmed" } }),
      );
      expectRefused(answer, "stale_proposal");
    },
  },
  {
    name: "must: at most one of the two verified owners of the file",
    async attack({ shop }) {
      const { shopper, proposalId } = await fileOfOne(shop, ALONE_TOMAN + 1);
      const second = await newOperator(shop, { role: "finance" });
      for (const name of ["local", second.name])
        await shop.sql(
          `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, created_at)
           VALUES ('of-file-' || ?1, ?1, 'bank_card', ?2, 'verified', 1)`,
          name,
          shopper.cardId,
        );
      const body = { status: "confirmed" } as const;
      expectRefused(
        await second.ask(decideProposal, { params: { id: proposalId }, body }),
        "both_verified",
      );
    },
  },
  {
    name: "must: the bank has not answered this row",
    heldAlsoBy: ["trigger payout_row_path", "trigger withdrawal_path", "trigger payout_path"],
    async attack({ shop, meanwhile }) {
      const { id, payoutId } = await fileOfOne(shop);
      const rival = deskRequest(shop, settlePayout, returned(payoutId, id));
      const answer = await meanwhile("'the bank has not answered this row'", [rival], () =>
        shop.desk(settlePayout, returned(payoutId, id)),
      );
      expect(answer.body.rows).toMatchObject([{ refusal: { code: "decided" } }]);
    },
  },
  {
    name: "must: the withdrawal is in no bank file",
    heldAlsoBy: ["trigger withdrawal_in_file"],
    async attack({ shop, meanwhile }) {
      const { id } = await asked(shop);
      await takeInHand(shop, id);
      const rival = deskRequest(shop, makePayout, requested(id));
      const answer = await meanwhile("'the withdrawal is in no bank file'", [rival], () =>
        shop.desk(decideWithdrawal, {
          params: { id },
          body: { status: "paid", reference: newReference() },
        }),
      );
      expectRefused(answer, "in_file");
    },
  },
  {
    name: "index payout_row_sent",
    async attack({ shop }) {
      const { id } = await fileOfOne(shop);
      const other = await fileOfOne(shop);
      await expect(
        shop.sql(
          "INSERT INTO payout_row (payout_id, withdrawal_id, position) VALUES (?1, ?2, 2)",
          other.payoutId,
          id,
        ),
      ).rejects.toThrow(/SQLITE_CONSTRAINT/);
    },
  },
  refuses(
    "trigger withdrawal_in_file",
    "UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL WHERE id = ?1",
    "withdrawal",
  ),
  refuses("trigger payout_path", "UPDATE payout SET made_by = 'sara' WHERE id = ?1"),
  {
    name: "trigger payout_row_path",
    async attack({ shop }) {
      const { id, payoutId } = await fileOfOne(shop);
      await shop.desk(settlePayout, paid(payoutId, id));
      await expect(
        shop.sql("UPDATE payout_row SET state = 'returned' WHERE withdrawal_id = ?1", id),
      ).rejects.toThrow(/SQLITE_CONSTRAINT/);
    },
  },
  refuses(
    "check payout (number BETWEEN 1 AND 999999999)",
    `INSERT INTO payout (id, number, format, fingerprint, made_by, made_at, state)
     SELECT 'large', 1000000000, format, fingerprint, made_by, made_at, state
     FROM payout WHERE id = ?1`,
  ),
  refuses(
    NUMBER,
    `INSERT INTO payout (id, number, format, fingerprint, made_by, made_at, state)
     SELECT 'twin', number, format, fingerprint, made_by, made_at, state
     FROM payout WHERE id = ?1`,
  ),
  refuses(
    "check payout (state IN ('waiting', 'made', 'done'))",
    "UPDATE payout SET state = 'lost' WHERE id = ?1",
  ),
  refuses(
    "check payout (confirmed_by <> made_by OR coalesce(confirmed_at, 0) >= made_at + 86400000)",
    `INSERT INTO payout (id, number, format, fingerprint, made_by, made_at, state, confirmed_by,
       confirmed_at)
     SELECT 'own', number + 1000, format, fingerprint, made_by, made_at, state, made_by, made_at
     FROM payout WHERE id = ?1`,
  ),
  refuses(DONE, "UPDATE payout SET ended_at = 1 WHERE id = ?1"),
  refuses(
    "check payout_row (state IN ('sent', 'paid', 'returned'))",
    "UPDATE payout_row SET state = 'lost', settled_at = 1 WHERE payout_id = ?1",
  ),
  refuses(
    "check payout_row ((state = 'sent') = (settled_at IS NULL))",
    "UPDATE payout_row SET settled_at = 1 WHERE payout_id = ?1",
  ),
];
