import { Hono } from "hono";
import {
  type DeskWithdrawal,
  decideWithdrawal,
  deskWithdrawalRefusals,
  holdWithdrawal,
  listWithdrawals,
} from "../../contract/desk/withdrawal.ts";
import { deskRefusals } from "../../contract/desk/endpoint.ts";
import { type Refusal, refusals } from "../../contract/endpoint.ts";
import { haveSameLetters } from "../../persian/names.ts";
import { bankOfCard } from "../../persian/banks.ts";
import { maskCardNumber, maskIban } from "../../persian/identifiers.ts";
import { runBatch } from "../base/batch.ts";
import { body, query, refuse } from "../base/context.ts";
import { noteDecision, noteLook } from "../base/decisions.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { showPerson, showWholePerson } from "../base/person.ts";
import { openNumber } from "../base/open-number.ts";
import { OLDEST, cutPage, readCursor } from "../base/page.ts";
import type { Vault } from "../base/vault.ts";
import * as ledger from "../wallet/ledger.ts";
import { dueLater } from "./rules.ts";
import * as statements from "./desk-statements.ts";

export const deskWithdrawals = new Hono<OperatorEnv>();

deskWithdrawals.get("/", query(listWithdrawals.query), async (c) => {
  const { db, vault, now } = c.var.shop;
  const moment = now();
  const { limit, cursor } = c.var.query;
  const { results } = await statements
    .findOpenWithdrawals(db, readCursor(cursor) ?? OLDEST, limit + 1)
    .all<statements.DeskWithdrawalRow>();
  const { page, nextCursor } = cutPage(results, limit, ({ created_at: at, id }) => ({ at, id }));
  return c.json({
    withdrawals: await Promise.all(page.map((row) => showWithdrawal(row, vault, moment))),
    nextCursor,
  });
});

deskWithdrawals.get("/:id", async (c) => {
  const { db, vault, now } = c.var.shop;
  const { operator } = c.var;
  const moment = now();
  const row = await statements
    .findWhole(db, c.req.param("id"))
    .first<statements.DeskWithdrawalRow>();
  if (!row) return refuse(c, refusals.notFound);
  await noteLook(db, { operator, subject: "withdrawal", subjectId: row.id }, moment).run();
  const shown = await showWithdrawal(row, vault, moment);
  const [cardNumber, iban] = [await numberOf(row, vault), await ibanOf(row, vault)];
  return c.json({
    withdrawal: {
      ...shown,
      person: showWholePerson(row),
      cardNumber: cardNumber ?? "",
      iban: iban ?? "",
    },
  });
});

deskWithdrawals.put("/:id", body(decideWithdrawal.body), async (c) => {
  const { db, vault, now } = c.var.shop;
  const { operator, body } = c.var;
  const id = c.req.param("id");
  const row = await statements.findWithdrawal(db, id).first<statements.DecidedRow>();
  if (!row) return refuse(c, refusals.notFound);
  const { status } = body;
  const isUnreadable =
    status === "paid" &&
    ((await numberOf(row, vault)) === null || (await ibanOf(row, vault)) === null);
  if (isUnreadable)
    return refuse(c, row.state === "pending" ? deskRefusals.cardUnreadable : deskRefusals.decided);
  const moment = now();
  const refusal = refuseHand(row, operator.name, status, moment);
  if (refusal) return refuse(c, refusal);
  const isOther = body.status === "paid" && !isOwnersCard(row);
  if (isOther && body.overrideReason === undefined) return refuse(c, deskRefusals.ownerDiffers);
  const note = body.status === "paid" ? body.reference : body.rejectionReason;
  const override = isOther && body.overrideReason !== undefined ? `؛ ${body.overrideReason}` : "";
  const booked = { ref: id, from: ledger.withdrawalAccount(id), amountToman: row.amount_toman };
  const isDecided = await runBatch(db, [
    ...statements.decideWithdrawal(db, id, row, { status, note, operator: operator.name }, moment),
    status === "paid"
      ? ledger.bookTransfer(
          db,
          { kind: "withdrawal_paid", to: ledger.PAYOUTS_ACCOUNT, ...booked },
          moment,
        )
      : ledger.bookTransfer(
          db,
          { kind: "withdrawal_return", to: ledger.shopperAccount(row.user_id), ...booked },
          moment,
        ),
    noteDecision(
      db,
      {
        operator,
        subject: "withdrawal",
        subjectId: id,
        verdict: status,
        note: `${note}${override}`,
        before: "pending",
        after: status,
      },
      moment,
    ),
  ]);
  if (!isDecided) {
    const since = await statements.findWithdrawal(db, id).first<statements.DecidedRow>();
    if (!since) return refuse(c, refusals.notFound);
    if (since.state === "pending" && !isOwnersCard(since))
      return refuse(c, deskRefusals.ownerDiffers);
    const handRefusal = refuseHand(since, operator.name, status, now());
    if (handRefusal) return refuse(c, handRefusal);
    const isKnown = status === "paid" && (await statements.findPaidWith(db, note).first());
    return refuse(c, isKnown ? deskWithdrawalRefusals.referenceKnown : deskRefusals.decided);
  }
  return c.json({
    message:
      status === "paid" ? "پرداخت این برداشت ثبت شد." : "برداشت رد شد و مبلغ آن به کیف پول بازگشت.",
  });
});

deskWithdrawals.put("/:id/hand", body(holdWithdrawal.body), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const { inHand } = c.var.body;
  const id = c.req.param("id");
  const moment = now();
  const isDone = await runBatch(db, [
    ...(inHand ? statements.takeInHand(db, id, operator.name, moment) : statements.putBack(db, id)),
    noteDecision(
      db,
      {
        operator,
        subject: "withdrawal",
        subjectId: id,
        verdict: inHand ? "in_hand" : "put_back",
        note: null,
      },
      moment,
    ),
  ]);
  if (isDone)
    return c.json({
      message: inHand
        ? "این برداشت در دست شماست. پس از واریز آن را ثبت کنید."
        : "این برداشت به صف بازگشت.",
    });
  const row = await statements.findWithdrawal(db, id).first<statements.DecidedRow>();
  if (!row) return refuse(c, refusals.notFound);
  if (row.state !== "pending") return refuse(c, deskRefusals.decided);
  const { inAnotherHand, notDue } = deskWithdrawalRefusals;
  return refuse(c, row.due_at > moment ? notDue : inAnotherHand);
});

/** Says why this operator cannot decide so about an open withdrawal, if so. */
function refuseHand(
  row: statements.DecidedRow,
  operator: string,
  status: "paid" | "rejected",
  now: number,
): Refusal | null {
  const { state, in_hand_of: hand } = row;
  if (state !== "pending") return deskRefusals.decided;
  if (hand !== null && hand !== operator) return deskWithdrawalRefusals.inAnotherHand;
  if (status === "rejected") return null;
  if (row.due_at > now) return deskWithdrawalRefusals.notDue;
  if (hand === null) return deskWithdrawalRefusals.notInHand;
  if (row.is_frozen === 1) return deskRefusals.frozen;
  return row.is_card_verified === 1 ? null : deskRefusals.cardRevoked;
}

/** True when the money goes to the person who was proved. */
function isOwnersCard(row: statements.DecidedRow): boolean {
  return row.proven_owner !== null && haveSameLetters(row.card_owner, row.proven_owner);
}

async function showWithdrawal(
  row: statements.DeskWithdrawalRow,
  vault: Vault,
  now: number,
): Promise<DeskWithdrawal> {
  const cardNumber = (await numberOf(row, vault)) ?? "";
  const iban = await ibanOf(row, vault);
  return {
    id: row.id,
    amount: row.amount_toman,
    state: row.state,
    createdAt: new Date(row.created_at).toISOString(),
    dueAt: dueLater(row.due_at, now),
    person: showPerson(row),
    cardMasked: cardNumber === "" ? "" : maskCardNumber(cardNumber),
    cardOwner: row.card_owner,
    cardBank: bankOfCard(cardNumber),
    iban: maskIban(iban ?? ""),
    isIbanReadable: iban !== null,
    inHandOf: row.in_hand_of,
  };
}

/** Empty when the card has none; null when it cannot be read. */
function ibanOf(
  { card_id: id, iban_sealed: sealed }: statements.SealedCard,
  vault: Vault,
): Promise<string | null> {
  return sealed === "" ? Promise.resolve("") : openNumber(vault, "iban", { id, sealed });
}

function numberOf(
  { card_id: id, card_number_sealed: sealed }: statements.SealedCard,
  vault: Vault,
): Promise<string | null> {
  return openNumber(vault, "bank_card", { id, sealed });
}
