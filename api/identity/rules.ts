import { type IdentityRequest, identityRefusals } from "../../contract/identity.ts";
import { type Refusal, refusals } from "../../contract/endpoint.ts";
import type { Obstacles, RequestRow } from "./statements.ts";

/** Chooses the refusal for a request that was not filed, and the form field it belongs to. */
export function explainRefusal(obstacles: Obstacles): { refusal: Refusal; field: string | null } {
  if (obstacles.is_active) return { refusal: identityRefusals.alreadyActive, field: null };
  if (obstacles.is_image_missing)
    return { refusal: identityRefusals.imageNotFound, field: "IdentificationDocumentImage" };
  if (obstacles.is_card_used) return { refusal: identityRefusals.cardUsed, field: "cardNumber" };
  // The obstacle has gone meanwhile: the caller may retry.
  return { refusal: refusals.unavailable, field: null };
}

export function showRequest(row: RequestRow): IdentityRequest {
  return {
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    status: row.status,
    rejectionReason: row.rejection_reason,
  };
}
