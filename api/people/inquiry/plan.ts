import { readFirst } from "../../base/batch.ts";
import { haveSameLetters } from "../../../persian/names.ts";
import type { Shop } from "../../base/context.ts";
import { countAgainstLimit } from "../../base/rate-limit.ts";
import { DAY_MS } from "../../base/time.ts";
import { randomId } from "../../base/vault.ts";
import type { InquiryFact } from "../../outside/inquiries.ts";
import { type NewInquiry, findProvenOwner, personContext } from "./statements.ts";

/** The person that an inquiry asks about. Stored encrypted until the inquiry has ended. */
export interface Person {
  nationalCode: string | null;
  birthDate: string | null;
  /** The IBAN that the bank named. */
  iban?: string;
}

const NOBODY: Person = { nationalCode: null, birthDate: null };

/** True when the configured facts of a request include one that needs the national code. */
export const needsNationalCode = ({ inquiries: { facts } }: Shop): boolean =>
  facts.includes("phone") || facts.includes("card");

/** True when the configured facts include the owner of a card, which needs the national code. */
export const needsCardOwner = ({ inquiries: { facts } }: Shop): boolean => facts.includes("card");

/**
 * Plans the inquiry about a new request. Null when no inquiry is to be made: none is configured, or
 * the shopper gave no national code or had enough inquiries today. Then an operator decides.
 */
export async function planInquiry(
  shop: Shop,
  request: { id: string; userId: string },
  person: Person,
): Promise<NewInquiry | null> {
  if (needsNationalCode(shop) && person.nationalCode === null) return null;
  const about = { requestId: request.id, cardId: null, userId: request.userId };
  return plan(shop, about, shop.inquiries.facts, needsNationalCode(shop) ? person : NOBODY);
}

/**
 * Plans the inquiry about a card that a verified person adds. The shop does not store national
 * codes: when the person types none, only the bank is asked for the owner, and an operator decides.
 * Null when nothing can be asked, the person is not proven, or the typed owner is another person.
 */
export async function planCardInquiry(
  shop: Shop,
  card: { id: string; userId: string; owner: string },
  person: Person,
): Promise<NewInquiry | null> {
  const { facts } = shop.inquiries;
  const isPersonAsked = needsCardOwner(shop) && person.nationalCode !== null;
  const asked = isPersonAsked ? facts : facts.filter((fact) => fact === "iban");
  if (asked.length === 0) return null;
  const proven = await readFirst(findProvenOwner(shop.db, card.userId));
  if (!proven?.owner || !haveSameLetters(card.owner, proven.owner)) return null;
  const about = { requestId: null, cardId: card.id, userId: card.userId };
  return plan(shop, about, asked, isPersonAsked ? person : NOBODY);
}

async function plan(
  { db, vault, settings, inquiries, now }: Shop,
  about: Pick<NewInquiry, "requestId" | "cardId" | "userId">,
  facts: readonly InquiryFact[],
  person: Person,
): Promise<NewInquiry | null> {
  if (facts.length === 0) return null;
  const count = await countAgainstLimit(db, "inquiry", about.userId, now(), DAY_MS);
  if (count > settings.INQUIRIES_PER_PERSON_DAY) return null;
  const id = randomId();
  return {
    id,
    ...about,
    provider: inquiries.name,
    facts: facts.join(","),
    personSealed: await vault.seal(JSON.stringify(person), personContext(id)),
    personFingerprint:
      person.nationalCode === null
        ? null
        : await vault.fingerprint("national code", person.nationalCode),
  };
}
