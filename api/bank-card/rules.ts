import { type BankCard, bankCardRefusals } from "../../contract/bank-card.ts";
import { type Refusal, refusals } from "../../contract/endpoint.ts";
import { bankOfCard } from "../../persian/banks.ts";
import { numberContext } from "../base/open-number.ts";
import { addressOfUpload } from "../upload/address.ts";
import type { BankCardRow, Obstacles } from "./statements.ts";

/** Which refusal a person hears whose card was not added, and the field it belongs to. */
export function explainRefusal(obstacles: Obstacles): { refusal: Refusal; field: string | null } {
  if (obstacles.is_image_missing)
    return { refusal: bankCardRefusals.imageNotFound, field: "cardImage" };
  if (obstacles.is_taken) return { refusal: bankCardRefusals.cardTaken, field: "cardNumber" };
  if (obstacles.is_full) return { refusal: bankCardRefusals.tooManyCards, field: null };
  // What stood against it has gone in between: asking again will do.
  return { refusal: refusals.unavailable, field: null };
}

/** What a card looks like on the wire; without a number when that cannot be read. */
export function showCard(
  row: Omit<BankCardRow, "number_sealed">,
  cardNumber: string | null,
): BankCard {
  return {
    id: row.id,
    cardNumber: cardNumber ?? "",
    cardOwner: row.owner,
    cardBank: bankOfCard(cardNumber ?? ""),
    cardImage: row.upload_id === null ? "" : addressOfUpload(row.upload_id),
    status: row.status,
    isDefault: row.is_default === 1 && row.status === "verified",
  };
}

/** What an SMS about a card calls it: its last four digits, or a word for them where its number cannot be read. */
export function endOfNumber(cardNumber: string | null): string {
  return cardNumber?.slice(-4) ?? "نامشخص";
}

/** The vault context of a card's number. */
export function sealContext(cardId: string): string {
  return numberContext("bank_card", cardId);
}
