import { type BankCard, bankCardRefusals } from "../../../contract/bank-card.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { bankOfCard } from "../../../persian/banks.ts";
import { addressOfUpload } from "../upload/address.ts";
import type { BankCardRow, Obstacles } from "./statements.ts";
import { toIso } from "../../base/time.ts";

/** Chooses the refusal for a card that was not added, and the form field it belongs to. */
export function explainRefusal(obstacles: Obstacles): { refusal: Refusal; field: string | null } {
  if (obstacles.is_image_missing)
    return { refusal: bankCardRefusals.imageNotFound, field: "cardImage" };
  if (obstacles.is_taken) return { refusal: bankCardRefusals.cardTaken, field: "cardNumber" };
  if (obstacles.is_full) return { refusal: bankCardRefusals.tooManyCards, field: null };
  // There is no obstacle any more: the caller may retry.
  return { refusal: refusals.unavailable, field: null };
}

/** Shows a card in the form of the contract. A null `cardNumber` could not be decrypted. */
export function showCard(
  row: Omit<BankCardRow, "number_sealed" | "iban_sealed">,
  cardNumber: string | null,
  iban: string,
): BankCard {
  return {
    id: row.id,
    cardNumber: cardNumber ?? "",
    cardOwner: row.owner,
    cardBank: bankOfCard(cardNumber ?? ""),
    cardImage: row.upload_id === null ? "" : addressOfUpload(row.upload_id),
    iban,
    status: row.status,
    isDefault: row.is_default === 1 && row.status === "verified",
    waitsForIdentity: row.status === "pending" && row.is_proven === 0,
    paysOutFrom: timeOrNull(row.pays_out_from),
    rejectionReason: row.status === "rejected" ? row.rejection_reason : null,
  };
}

/** Shows a time; null for 0, which means at any time. */
function timeOrNull(time: number): string | null {
  return time === 0 ? null : toIso(time);
}

/** Returns the last four digits of a card for an SMS, or a word when its number is unreadable. */
export function endOfNumber(cardNumber: string | null): string {
  return cardNumber?.slice(-4) ?? "نامشخص";
}
