import { fingerprintEnd, numberContext, openNumber } from "../../base/open-number.ts";
import { type Decider, noteDecision } from "../../base/decisions.ts";
import type { Shop } from "../../base/context.ts";
import { queueMessage } from "../../base/outbox.ts";
import { keepMark } from "../../base/person-mark.ts";
import type { Settings } from "../../base/settings.ts";
import { type Vault, randomId } from "../../base/vault.ts";
import { endOfNumber } from "../bank-card/rules.ts";
import { passDefaultOn } from "../bank-card/statements.ts";
import { lettersOf } from "../../../persian/names.ts";
import { type DeskRequestRow, decideRequest, verifyProven } from "./decide-statements.ts";
import { keptNames, provenNames } from "./rules.ts";

/** Decisions about an identity request, made by an operator or by an inquiry. */

interface Verdict {
  status: "verified" | "rejected";
  reason: string | null;
}

/**
 * Returns the statements that decide about a request: the verdict, the facts that it proves, the
 * line of the log, the SMS. The batch is undone when the request does not wait for a decision, or
 * when its card belongs to another person. A card that is new to the account gets the id `cardId`.
 */
export async function decide(
  shop: Shop,
  row: DeskRequestRow,
  verdict: Verdict,
  { cardNumber, operator, now, cardId = randomId() }: Circumstances,
): Promise<D1PreparedStatement[]> {
  const { db, settings } = shop;
  const isVerified = verdict.status === "verified";
  return [
    ...decideRequest(db, row.id, verdict, now),
    ...(isVerified && cardNumber !== null
      ? await prove(shop, row, { cardNumber, cardId, now })
      : []),
    noteDecision({ db, operator, moment: now }, "identity_request", row.id, verdict.status, {
      note: verdict.reason,
      before: row.status,
      after: verdict.status,
    }),
    queueMessage(
      db,
      {
        id: `identity:${row.id}`,
        userId: row.person_id,
        template: templateFor(settings, isVerified, row.has_cart === 1),
        token: endOfNumber(cardNumber),
      },
      now,
    ),
  ];
}

interface Circumstances {
  /** Null when the number cannot be decrypted; then nothing can be verified. */
  cardNumber: string | null;
  operator: Decider;
  now: number;
  cardId?: string;
}

/** Decrypts the card number of a request; null when that fails. */
export function numberOf(
  { id, card_number_sealed: sealed }: DeskRequestRow,
  vault: Vault,
): Promise<string | null> {
  return openNumber(vault, "identity_request", { id, sealed });
}

/**
 * Chooses the SMS by the next step of the shopper: to the cart, to the shop, or to the form again.
 */
function templateFor(settings: Settings, isVerified: boolean, hasCart: boolean): string {
  if (!isVerified) return settings.SMS_TEMPLATE_IDENTITY_REJECTED;
  return hasCart
    ? settings.SMS_TEMPLATE_IDENTITY_VERIFIED_CART
    : settings.SMS_TEMPLATE_IDENTITY_VERIFIED;
}

/**
 * Returns the statements that verify the card and the names of a request, and that store its marks.
 */
async function prove(
  { db, vault }: Shop,
  row: DeskRequestRow,
  { cardNumber, cardId, now }: { cardNumber: string; cardId: string; now: number },
): Promise<D1PreparedStatement[]> {
  const numberSealed = await vault.seal(cardNumber, numberContext("bank_card", cardId));
  const endFingerprint = await fingerprintEnd(vault, cardNumber);
  const name = await vault.fingerprint("name", lettersOf(row.card_owner));
  return [
    ...verifyProven(
      db,
      row.id,
      { cardId, numberSealed, endFingerprint, names: provenNames(row), kept: keptNames(row) },
      now,
    ),
    passDefaultOn(db, row.person_id),
    keepMark(db, row.person_id, { kind: "name", fingerprint: name }, now),
    ...(row.picture
      ? [keepMark(db, row.person_id, { kind: "picture", fingerprint: row.picture }, now)]
      : []),
  ];
}
