import { readFirst } from "../../base/batch.ts";
import { VerifyCardDetails } from "../../../contract/desk/bank-card.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { proposalRefusals } from "../../../contract/desk/proposal.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import type { Shop } from "../../base/context.ts";
import { openNumber } from "../../base/open-number.ts";
import type { Operator } from "../../base/operator.ts";
import type { Carrier } from "../proposal/routes.ts";
import { propose } from "../proposal/propose.ts";
import { claimViewed, refuseUnviewed } from "../upload/delivered.ts";
import { settle } from "../../people/bank-card/approve.ts";
import {
  type ComparedCard,
  VERIFY_CARD,
  claimDecidable,
  claimProposable,
  findCard,
  findFrozenCard,
} from "../../people/bank-card/decide-statements.ts";

/**
 * Verifies a card whose owner differs from the person's proven owner. Stolen money could leave
 * through such a card. Therefore one operator gives a reason, another confirms it, and both must
 * have viewed the picture.
 */

/**
 * Proposes the verification to a second person. The batch aborts if the card cannot be verified.
 */
export function askToVerify(
  db: D1Database,
  operator: Operator,
  card: ComparedCard,
  reason: string,
  now: number,
): { id: string; statements: D1PreparedStatement[] } {
  const proposal = propose(
    db,
    operator,
    {
      action: VERIFY_CARD,
      subject: "bank_card",
      subjectId: card.id,
      details: { cardOwner: card.owner, provenOwner: card.proven_owner },
      note: reason,
    },
    now,
  );
  return {
    id: proposal.id,
    statements: [
      ...claimDecidable(db, card, "verified", now),
      ...claimProposable(db, card.id),
      ...proposal.statements,
    ],
  };
}

/** Verifies the card after another operator has confirmed it, if it has not changed since. */
export const carryVerifiedCard: Carrier = async (
  shop,
  { subjectId: id, details },
  operator,
  now,
) => {
  const { db, vault } = shop;
  const { cardOwner, provenOwner } = VerifyCardDetails.parse(details);
  const row = await readFirst(findCard(db, id));
  const number = row && (await openNumber(vault, "bank_card", { id, sealed: row.number_sealed }));
  const asked = { id, owner: cardOwner, proven_owner: provenOwner };
  // The person may have removed the card. Then the first claim aborts, and the proposal can only be
  // dropped.
  const card = { ...asked, person_id: row?.person_id ?? "" };
  return {
    subject: "bank_card",
    statements: [
      claimViewed(db, operator, row?.upload_id ?? "", now),
      ...claimProposable(db, id),
      ...settle(shop, card, "verified", { cardNumber: number, now }),
    ],
    verdict: "verified",
    before: "pending",
    after: "verified",
    message: "کارت بانکی تأیید شد.",
    explain: () => explain(shop, asked, operator),
  };
};

async function explain(
  { db, now }: Shop,
  asked: ComparedCard,
  operator: Operator,
): Promise<Refusal> {
  const since = await readFirst(findCard(db, asked.id));
  if (since?.status !== "pending") return deskRefusals.decided;
  const isSame = since.owner === asked.owner && since.proven_owner === asked.proven_owner;
  if (!isSame) return proposalRefusals.stale;
  if (await findFrozenCard(db, asked.id).first()) return deskRefusals.frozen;
  const unviewed = await refuseUnviewed(db, operator, since.upload_id ?? "", now());
  return unviewed ?? deskRefusals.cardTaken;
}
