import { Hono } from "hono";
import type { z } from "zod";
import {
  type DeskWithdrawal,
  decideWithdrawal,
  deskWithdrawalRefusals,
  holdWithdrawal,
  listWithdrawals,
} from "../../../contract/desk/withdrawal.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { bankOfCard } from "../../../persian/banks.ts";
import { maskCardNumber, maskIban } from "../../../persian/identifiers.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { type Shop, body, query, refuse } from "../../base/context.ts";
import { noteDecision, noteView } from "../../base/decisions.ts";
import type { Operator, OperatorEnv } from "../../base/operator.ts";
import { showPerson, showWholePerson } from "../../base/person.ts";
import { openNumber } from "../../base/open-number.ts";
import { byCreation, readPage } from "../../base/page.ts";
import type { Vault } from "../../base/vault.ts";
import * as ledger from "../../money/wallet/ledger.ts";
import { aloneOf, askPayout, isOwnersCard, isTooMuchAlone, pay, refuseHand } from "./payout.ts";
import { dueLater } from "../../money/withdrawal/rules.ts";
import * as statements from "../../money/withdrawal/decide-statements.ts";
import { toIso } from "../../base/time.ts";

export const deskWithdrawals = new Hono<OperatorEnv>();

deskWithdrawals.get("/", query(listWithdrawals.query), async (c) => {
  const { vault, now } = c.var.shop;
  const moment = now();
  const { page, nextCursor } = await readPage(c.var, statements.findOpenWithdrawals, byCreation);
  return c.json({
    withdrawals: await Promise.all(page.map((row) => showWithdrawal(row, vault, moment))),
    nextCursor,
  });
});

deskWithdrawals.get("/:id", async (c) => {
  const { db, vault, now } = c.var.shop;
  const { operator } = c.var;
  const moment = now();
  const row = await readFirst(statements.findWhole(db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  await noteView({ db, operator, moment }, "withdrawal", row.id).run();
  const shown = await showWithdrawal(row, vault, moment);
  const [cardNumber, iban] = [await numberOf(row, vault), await ibanOf(row, vault)];
  return c.json({
    withdrawal: {
      ...shown,
      person: showWholePerson(row, operator),
      cardNumber: cardNumber ?? "",
      iban: iban ?? "",
    },
  });
});

deskWithdrawals.put("/:id", body(decideWithdrawal.body), async (c) => {
  const { db, vault, settings, now } = c.var.shop;
  const { operator, body } = c.var;
  const id = c.req.param("id");
  const row = await readFirst(statements.findWithdrawal(db, id));
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
  if (body.status === "paid") {
    const known = await readFirst(statements.findPaidWith(db, note));
    if (known?.id === id) return refuse(c, deskRefusals.decided);
    if (known) return refuse(c, deskWithdrawalRefusals.referenceKnown);
    if (isOther || (await isTooMuchAlone(c.var.shop, id, operator, moment))) {
      const reason = { reference: note, overrideReason: body.overrideReason };
      const proposal = askPayout(db, operator, row, reason, moment);
      const isAsked = await runBatch(db, proposal.statements);
      return isAsked
        ? c.json({
            message: "این پرداخت نوشته شد و پس از تأیید نفر دوم ثبت می‌شود.",
            proposalId: proposal.id,
          })
        : refuse(c, await explain(c.var.shop, id, operator, body));
    }
  }
  const isDecided = await runBatch(db, [
    ...(status === "paid"
      ? [
          ...statements.claimPayable(db, id, row, operator.name, moment),
          ...statements.claimPaidAlone(db, id, aloneOf(settings, operator), moment),
          statements.claimNoPayoutAsked(db, id, moment),
          ...pay(db, row, note, moment),
        ]
      : [
          ...statements.claimRejectable(db, id, operator.name, moment),
          statements.closeWithdrawal(db, id, { status, note }, moment),
          ledger.bookTransfer(
            db,
            {
              kind: "withdrawal_return",
              ref: id,
              from: ledger.withdrawalAccount(id),
              to: ledger.shopperAccount(row.user_id),
              amountToman: row.amount_toman,
            },
            moment,
          ),
        ]),
    noteDecision({ db, operator, moment }, "withdrawal", id, status, {
      note,
      before: "pending",
      after: status,
    }),
  ]);
  if (!isDecided) return refuse(c, await explain(c.var.shop, id, operator, body));
  return c.json({
    message:
      status === "paid" ? "پرداخت این برداشت ثبت شد." : "برداشت رد شد و مبلغ آن به کیف پول بازگشت.",
    proposalId: null,
  });
});

deskWithdrawals.put("/:id/hand", body(holdWithdrawal.body), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const { inHand } = c.var.body;
  const id = c.req.param("id");
  const moment = now();
  const isDone = await runBatch(db, [
    ...(inHand
      ? statements.takeInHand(db, id, operator.name, moment)
      : statements.putBack(db, id, moment)),
    noteDecision({ db, operator, moment }, "withdrawal", id, inHand ? "in_hand" : "put_back"),
  ]);
  if (isDone)
    return c.json({
      message: inHand
        ? "این برداشت در دست شماست. پس از واریز آن را ثبت کنید."
        : "این برداشت به صف بازگشت.",
    });
  const row = await readFirst(statements.findWithdrawal(db, id));
  if (!row) return refuse(c, refusals.notFound);
  if (row.state !== "pending") return refuse(c, deskRefusals.decided);
  if (!inHand && (await statements.findPayoutAsked(db, id, moment).first()))
    return refuse(c, deskRefusals.alreadyProposed);
  const { inAnotherHand, inFile, notDue } = deskWithdrawalRefusals;
  if (row.is_in_file === 1) return refuse(c, inFile);
  return refuse(c, row.due_at > moment ? notDue : inAnotherHand);
});

/** Returns why a decision about a withdrawal was refused. */
async function explain(
  shop: Shop,
  id: string,
  operator: Operator,
  body: z.output<typeof decideWithdrawal.body>,
): Promise<Refusal> {
  const { db } = shop;
  const moment = shop.now();
  const since = await readFirst(statements.findWithdrawal(db, id));
  if (!since) return refusals.notFound;
  const isPaid = body.status === "paid";
  if (isPaid && since.state === "pending" && !isOwnersCard(since)) return deskRefusals.ownerDiffers;
  const handRefusal = refuseHand(since, operator.name, body.status, moment);
  if (handRefusal) return handRefusal;
  if (await statements.findPayoutAsked(db, id, moment).first()) return deskRefusals.alreadyProposed;
  if (body.status === "rejected") return deskRefusals.decided;
  if (await statements.findPaidWith(db, body.reference).first())
    return deskWithdrawalRefusals.referenceKnown;
  return (await isTooMuchAlone(shop, id, operator, moment))
    ? deskWithdrawalRefusals.tooMuchAlone
    : deskRefusals.decided;
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
    createdAt: toIso(row.created_at),
    dueAt: dueLater(row.due_at, now),
    person: showPerson(row),
    cardMasked: cardNumber === "" ? "" : maskCardNumber(cardNumber),
    cardOwner: row.card_owner,
    cardBank: bankOfCard(cardNumber),
    iban: maskIban(iban ?? ""),
    isIbanReadable: iban !== null,
    inHandOf: row.in_hand_of,
    payoutId: row.payout_id,
    bankWords: row.bank_words,
  };
}

/** Returns the IBAN of a card; empty when the card has none, null when it cannot be decrypted. */
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
