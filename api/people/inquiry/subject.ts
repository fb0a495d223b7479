import { readFirst } from "../../base/batch.ts";
import { decide as decideOnCard, isOwnersCard } from "../bank-card/approve.ts";
import { findCard } from "../bank-card/decide-statements.ts";
import { findCardByFingerprint } from "../bank-card/statements.ts";
import type { Shop } from "../../base/context.ts";
import { openNumber } from "../../base/open-number.ts";
import { randomId } from "../../base/vault.ts";
import { decide as decideOnRequest, numberOf } from "../identity/approve.ts";
import { findRequest } from "../identity/decide-statements.ts";
import type { InquiryRow } from "./statements.ts";

/** The subject of an inquiry, an identity request or a card, in one common form. */
export interface Subject {
  phone: string;
  cardNumber: string;
  /** The name of the card's owner, as typed. */
  owner: string;
  /**
   * Returns the same statements as an operator's approval, with the provider as the decider. Null
   * for a card whose owner does not have the proven name of its person.
   */
  approve(now: number): Promise<Approval | null>;
}

interface Approval {
  /** The card that the approval verifies. */
  cardId: string;
  statements: D1PreparedStatement[];
}

/** Finds the subject; null when it was deleted, or when its number cannot be decrypted. */
export function findSubject(shop: Shop, row: InquiryRow): Promise<Subject | null> {
  return row.card_id === null
    ? findRequested(shop, row.request_id ?? "")
    : findAdded(shop, row.card_id);
}

async function findRequested(shop: Shop, id: string): Promise<Subject | null> {
  const { db, vault } = shop;
  const request = await readFirst(findRequest(db, id));
  const cardNumber = request && (await numberOf(request, vault));
  if (!request || cardNumber === null) return null;
  return {
    phone: request.phone,
    cardNumber,
    owner: request.card_owner,
    async approve(now) {
      const fingerprint = await vault.fingerprint("card number", cardNumber);
      const known = await readFirst(findCardByFingerprint(db, request.person_id, fingerprint));
      const cardId = known?.id ?? randomId();
      const verdict = { status: "verified", reason: null } as const;
      const how = { cardNumber, operator: deciderOf(shop), now, cardId };
      return { cardId, statements: await decideOnRequest(shop, request, verdict, how) };
    },
  };
}

async function findAdded(shop: Shop, id: string): Promise<Subject | null> {
  const { db, vault } = shop;
  const card = await readFirst(findCard(db, id));
  const cardNumber =
    card && (await openNumber(vault, "bank_card", { id, sealed: card.number_sealed }));
  if (!card || cardNumber === null) return null;
  const verdict = { status: "verified", note: null } as const;
  return {
    phone: card.phone,
    cardNumber,
    owner: card.owner,
    approve: (now) => {
      const how = { cardNumber, operator: deciderOf(shop), now };
      return Promise.resolve(
        isOwnersCard(card)
          ? { cardId: id, statements: decideOnCard(shop, card, verdict, how) }
          : null,
      );
    },
  };
}

const deciderOf = ({ inquiries }: Shop) => ({ name: `inquiry:${inquiries.name}`, network: "" });
