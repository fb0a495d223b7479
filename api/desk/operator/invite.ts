import { INVITATION_HOURS } from "../../../contract/desk/operator.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { runBatch } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { Operator } from "../../base/operator.ts";
import { HOUR_MS, toIso } from "../../base/time.ts";
import { randomId, sha256 } from "../../base/vault.ts";
import { insertInvitation } from "./entry-statements.ts";
import { type SmsRecipient, type OperatorRow, claimOwner } from "./statements.ts";
import { readTold, sendToOperators } from "./tell.ts";

/**
 * Makes an invitation. Tells every owner, and also the person if they are an operator already.
 * Returns null when the batch aborts. The statements `before` run before the invitation is stored.
 */
export async function invite(
  shop: Shop,
  operator: Operator,
  { name, role }: Pick<OperatorRow, "name" | "role">,
  { known, before }: { known: SmsRecipient | null; before: D1PreparedStatement[] },
  moment: number,
) {
  const { db } = shop;
  const told = await readTold(shop, known);
  const secret = randomId(32);
  const expiresAt = moment + INVITATION_HOURS * HOUR_MS;
  const hash = await sha256(secret);
  const isInvited = await runBatch(db, [
    claimOwner(db, operator.tokenId, moment),
    ...before,
    ...insertInvitation(db, { hash, operator: name, expiresAt }, moment),
    noteDecision({ db, operator, moment }, "operator", name, "invited", { after: role }),
  ]);
  if (!isInvited) return null;
  const template = shop.settings.SMS_TEMPLATE_OPERATOR_INVITED;
  const count = await sendToOperators(shop, told, { template, token: name, id: role });
  const people = known ? "نفر (مالکان و خود او)" : "مالک";
  return {
    message: `دعوت ساخته شد. پیامک آن به ${toPersianDigits(count)} از ${toPersianDigits(told.length)} ${people} فرستاده شد.`,
    secret,
    expiresAt: toIso(expiresAt),
  };
}
