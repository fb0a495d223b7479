import type { Context } from "hono";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { freezeRefusals } from "../../../contract/desk/freeze.ts";
import { openNumber } from "../../base/open-number.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { refuse } from "../../base/context.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { queueMessage } from "../../base/outbox.ts";
import { findCard } from "../../people/bank-card/decide-statements.ts";
import { endOfNumber } from "../../people/bank-card/rules.ts";
import { passDefaultOn } from "../../people/bank-card/statements.ts";
import { findRequest } from "../../people/identity/decide-statements.ts";
import type { Carrier } from "../proposal/routes.ts";
import { type Proposal, propose } from "../proposal/propose.ts";
import { revokeCard, revokeIdentity } from "../../people/freeze/freeze-statements.ts";

/**
 * Revoking verifications: one operator proposes, another confirms. To stop somebody at once, an
 * operator freezes them.
 */

export const REVOKE_CARD = "revoke_card";
export const REVOKE_IDENTITY = "revoke_identity";

/**
 * Proposes the revocation to a second person. The batch aborts if there is nothing to revoke, or if
 * the same proposal is open.
 */
export async function askToRevoke(
  c: Context<OperatorEnv & { Variables: { body: { reason: string } } }>,
  what: Pick<Proposal, "action" | "subject" | "subjectId">,
  claim: D1PreparedStatement,
): Promise<Response> {
  const { shop, operator } = c.var;
  const { reason } = c.var.body;
  const proposal = propose(shop.db, operator, { ...what, details: {}, note: reason }, shop.now());
  if (await runBatch(shop.db, [claim, ...proposal.statements]))
    return c.json({
      message:
        "درخواست لغو نوشته شد و پس از تأیید نفر دوم انجام می‌شود. تا آن زمان می‌توان مسدود کرد.",
      proposalId: proposal.id,
    });
  const isVerified = await runBatch(shop.db, [claim]);
  return refuse(c, isVerified ? deskRefusals.alreadyProposed : freezeRefusals.notVerified);
}

const changed = { verdict: "revoked", before: "verified", after: "rejected" } as const;
const notVerified = () => Promise.resolve(freezeRefusals.notVerified);

/** Revokes the verification of a card, after another operator has confirmed it. */
export const carryRevokedCard: Carrier = async (shop, { subjectId: id }, _, now) => {
  const { db, vault, settings } = shop;
  const row = await readFirst(findCard(db, id));
  const number = row && (await openNumber(vault, "bank_card", { id, sealed: row.number_sealed }));
  // The person may have removed the card. Then the claim aborts, and the proposal can only be
  // dropped.
  const userId = row?.person_id ?? "";
  const sms = {
    id: `card-revoked:${id}:${String(now)}`,
    userId,
    template: settings.SMS_TEMPLATE_CARD_REJECTED,
    token: endOfNumber(number),
  };
  return {
    subject: "bank_card",
    statements: [...revokeCard(db, id, now), passDefaultOn(db, userId), queueMessage(db, sms, now)],
    ...changed,
    message: "تأیید این کارت لغو شد.",
    explain: notVerified,
  };
};

/** Revokes the verification of an identity, after another operator has confirmed it. */
export const carryRevokedIdentity: Carrier = async (shop, { subjectId: id, note }, _, now) => {
  const { db, vault, settings } = shop;
  const row = await readFirst(findRequest(db, id));
  if (!row) throw new Error("An identity that was asked about does not exist");
  const number = await openNumber(vault, "identity_request", {
    id,
    sealed: row.card_number_sealed,
  });
  const sms = {
    id: `identity-revoked:${id}`,
    userId: row.person_id,
    template: settings.SMS_TEMPLATE_IDENTITY_REJECTED,
    token: endOfNumber(number),
  };
  return {
    subject: "identity_request",
    statements: [
      ...revokeIdentity(db, { id, userId: row.person_id, reason: note ?? "" }, now),
      queueMessage(db, sms, now),
    ],
    ...changed,
    message: "تأیید هویت و کارت‌های این شخص لغو شد.",
    explain: notVerified,
  };
};
