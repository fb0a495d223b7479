import { readFirst } from "../../base/batch.ts";
import { haveSameLetters } from "../../../persian/names.ts";
import type { Shop } from "../../base/context.ts";
import { countAgainstLimit } from "../../base/rate-limit.ts";
import { DAY_MS } from "../../base/time.ts";
import { randomId } from "../../base/vault.ts";
import type { InquiryFact } from "../../outside/inquiries.ts";
import { type NewInquiry, findProvenOwner, personContext } from "./statements.ts";

/** The person that an inquiry asks about, sealed until the answers are in. */
export interface Person {
  nationalCode: string | null;
  birthDate: string | null;
  /** As the bank named it. */
  iban?: string;
}

const NOBODY: Person = { nationalCode: null, birthDate: null };

/** True when a national code can spare a shopper the wait. */
export const asksForPerson = ({ inquiries: { facts } }: Shop): boolean =>
  facts.includes("phone") || facts.includes("card");

/** True when a national code can spare the later card of a verified person the wait. */
export const asksWhoseCard = ({ inquiries: { facts } }: Shop): boolean => facts.includes("card");

/**
 * Plans the inquiry about a new request. Null when none is to be made: none is configured, the
 * shopper gave no national code, or had enough inquiries today; then a person decides, as ever.
 */
export async function planInquiry(
  shop: Shop,
  request: { id: string; userId: string },
  person: Person,
): Promise<NewInquiry | null> {
  if (asksForPerson(shop) && person.nationalCode === null) return null;
  const about = { requestId: request.id, cardId: null, userId: request.userId };
  return plan(shop, about, shop.inquiries.facts, asksForPerson(shop) ? person : NOBODY);
}

/**
 * Plans the inquiry about a card that a verified person adds. Without a national code, which the shop
 * does not keep, only the bank can be asked whose it is, and a person decides with that. Null when
 * nothing can be asked, nobody is proven, or the card is another's by the name that was typed.
 */
export async function planCardInquiry(
  shop: Shop,
  card: { id: string; userId: string; owner: string },
  person: Person,
): Promise<NewInquiry | null> {
  const { facts } = shop.inquiries;
  const isPersonAsked = asksWhoseCard(shop) && person.nationalCode !== null;
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
