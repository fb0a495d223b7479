import { Hono } from "hono";
import type { z } from "zod";
import {
  type DeskBankCard,
  decideBankCard,
  deskBankCardRefusals,
  listBankCards,
} from "../../../contract/desk/bank-card.ts";
import { revokeBankCard } from "../../../contract/desk/freeze.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { bankOfCard } from "../../../persian/banks.ts";
import { maskCardNumber } from "../../../persian/identifiers.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { type Shop, body, query, refuse } from "../../base/context.ts";
import { noteView } from "../../base/decisions.ts";
import type { Operator, OperatorEnv } from "../../base/operator.ts";
import { showPerson, showWholePerson } from "../../base/person.ts";
import { claimViewed, refuseUnviewed } from "../upload/delivered.ts";
import { claimCardVerified } from "../../people/freeze/freeze-statements.ts";
import { REVOKE_CARD, askToRevoke } from "../freeze/revoke.ts";
import { openNumber } from "../../base/open-number.ts";
import { byCreation, readPage } from "../../base/page.ts";
import { findOpenProposal } from "../proposal/statements.ts";
import { decide, isOwnersCard } from "../../people/bank-card/approve.ts";
import {
  type DeskCardRow,
  VERIFY_CARD,
  findCard,
  findFrozenCard,
  findPendingCards,
} from "../../people/bank-card/decide-statements.ts";
import { askToVerify } from "./verify-other.ts";
import { toIso } from "../../base/time.ts";

export const deskBankCards = new Hono<OperatorEnv>();

deskBankCards.get("/", query(listBankCards.query), async (c) => {
  const { vault } = c.var.shop;
  const { page, nextCursor } = await readPage(c.var, findPendingCards, byCreation);
  const bankCards = await Promise.all(
    page.map(async (row) =>
      showCard(
        row,
        await openNumber(vault, "bank_card", { id: row.id, sealed: row.number_sealed }),
      ),
    ),
  );
  return c.json({ bankCards, nextCursor });
});

deskBankCards.get("/:id", async (c) => {
  const { db, vault, now } = c.var.shop;
  const { operator } = c.var;
  const row = await readFirst(findCard(db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  await noteView({ db, operator, moment: now() }, "bank_card", row.id).run();
  const number = await openNumber(vault, "bank_card", { id: row.id, sealed: row.number_sealed });
  return c.json({ bankCard: { ...showCard(row, number), person: showWholePerson(row, operator) } });
});

deskBankCards.put("/:id", body(decideBankCard.body), async (c) => {
  const { db, vault, now } = c.var.shop;
  const { operator, body } = c.var;
  const row = await readFirst(findCard(db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  const moment = now();
  const isVerified = body.status === "verified";
  const cardNumber = await openNumber(vault, "bank_card", {
    id: row.id,
    sealed: row.number_sealed,
  });
  if (isVerified && cardNumber === null)
    return refuse(c, row.status === "pending" ? deskRefusals.cardUnreadable : deskRefusals.decided);
  const overrideReason = body.status === "verified" ? body.overrideReason : undefined;
  const refusal = isVerified ? refuseOwner(row, overrideReason) : null;
  if (refusal) return refuse(c, refusal);
  const { upload_id: uploadId } = row;
  if (isVerified && row.status === "pending" && uploadId === null)
    return refuse(c, deskRefusals.noPicture);
  const asked =
    overrideReason === undefined || isOwnersCard(row)
      ? null
      : askToVerify(db, operator, row, overrideReason, moment);
  const note = body.status === "rejected" ? body.rejectionReason : null;
  const how = { cardNumber, operator, now: moment };
  const isDone = await runBatch(db, [
    ...(isVerified ? [claimViewed(db, operator, uploadId ?? "", moment)] : []),
    ...(asked?.statements ?? decide(c.var.shop, row, { status: body.status, note }, how)),
  ]);
  if (!isDone) return refuse(c, await explain(c.var.shop, row, operator, body));
  return c.json({
    message: asked
      ? "نام این کارت نام تأییدشده نیست؛ تأیید آن به نفر دوم سپرده شد."
      : isVerified
        ? "کارت بانکی تأیید شد."
        : "کارت بانکی رد شد.",
    proposalId: asked?.id ?? null,
  });
});

/**
 * Returns why a decision about a card was refused. `row` is the card as it was read before the
 * decision.
 */
async function explain(
  { db, now }: Shop,
  row: DeskCardRow,
  operator: Operator,
  body: z.output<typeof decideBankCard.body>,
): Promise<Refusal> {
  const since = await readFirst(findCard(db, row.id));
  if (since?.status !== "pending") return deskRefusals.decided;
  const waiting = { action: VERIFY_CARD, subjectId: row.id };
  if (await findOpenProposal(db, waiting, now()).first()) return deskRefusals.alreadyProposed;
  if (body.status === "rejected") return refusals.unavailable;
  const unviewed = await refuseUnviewed(db, operator, row.upload_id ?? "", now());
  if (unviewed) return unviewed;
  // The reason for an override is valid only if the card's owner and the proven owner are
  // unchanged.
  const isSame = since.owner === row.owner && since.proven_owner === row.proven_owner;
  const refusal = refuseOwner(since, isSame ? body.overrideReason : undefined);
  if (refusal) return refusal;
  const isFrozen = !isOwnersCard(since) && (await findFrozenCard(db, row.id).first()) !== null;
  return isFrozen ? deskRefusals.frozen : deskRefusals.cardTaken;
}

deskBankCards.post("/:id/revocation", body(revokeBankCard.body), async (c) => {
  const { db } = c.var.shop;
  const row = await readFirst(findCard(db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  return askToRevoke(
    c,
    { action: REVOKE_CARD, subject: "bank_card", subjectId: row.id },
    claimCardVerified(db, row.id),
  );
});

/**
 * Returns why a waiting card cannot be verified: no name is proven, or the card has another owner.
 */
function refuseOwner(row: DeskCardRow, overrideReason: string | undefined): Refusal | null {
  if (row.status !== "pending") return null;
  if (row.proven_owner === null) return deskBankCardRefusals.identityFirst;
  return isOwnersCard(row) || overrideReason !== undefined ? null : deskRefusals.ownerDiffers;
}

function showCard(row: DeskCardRow, cardNumber: string | null): z.infer<typeof DeskBankCard> {
  return {
    id: row.id,
    person: showPerson(row),
    cardMasked: cardNumber === null ? "" : maskCardNumber(cardNumber),
    cardOwner: row.owner,
    cardBank: bankOfCard(cardNumber ?? ""),
    uploadId: row.upload_id,
    status: row.status,
    createdAt: toIso(row.created_at),
    promisedFrom: row.proven_at === null ? null : toIso(Math.max(row.created_at, row.proven_at)),
  };
}
