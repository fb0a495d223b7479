import { type IdentityRequest, identityRefusals } from "../../../contract/identity.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { haveSameLetters, splitName } from "../../../persian/names.ts";
import type { DeskRequestRow } from "./decide-statements.ts";
import type { Obstacles, RequestRow } from "./statements.ts";
import { toIso } from "../../base/time.ts";

/** Chooses the refusal for a request that was not filed, and the form field it belongs to. */
export function explainRefusal(obstacles: Obstacles): { refusal: Refusal; field: string | null } {
  if (obstacles.is_active) return { refusal: identityRefusals.alreadyActive, field: null };
  if (obstacles.is_image_missing)
    return { refusal: identityRefusals.imageNotFound, field: "IdentificationDocumentImage" };
  if (obstacles.is_card_refused) return { refusal: identityRefusals.cardUsed, field: "cardNumber" };
  // There is no obstacle any more: the caller may retry.
  return { refusal: refusals.unavailable, field: null };
}

/**
 * Returns the names that an approval verifies: those of the request, or else those of the card's
 * owner.
 */
export function provenNames(
  request: Pick<DeskRequestRow, "asked_first_name" | "asked_last_name" | "card_owner">,
): { firstName: string; lastName: string } {
  const { asked_first_name: firstName, asked_last_name: lastName } = request;
  return firstName === "" && lastName === ""
    ? splitName(request.card_owner)
    : { firstName, lastName };
}

/**
 * Returns the account's names if an approval keeps them: both are set, and they fit the card's
 * owner. Otherwise the proven names replace them.
 */
export function keptNames(
  request: Pick<DeskRequestRow, "first_name" | "last_name" | "card_owner">,
): { firstName: string; lastName: string } | null {
  const { first_name: firstName, last_name: lastName } = request;
  const isWhole = firstName !== "" && lastName !== "";
  return isWhole && haveSameLetters(request.card_owner, firstName + lastName)
    ? { firstName, lastName }
    : null;
}

export function showRequest(row: RequestRow): IdentityRequest {
  return {
    id: row.id,
    createdAt: toIso(row.created_at),
    status: row.status,
    rejectionReason: row.rejection_reason,
  };
}
