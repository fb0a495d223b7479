import type { Shop } from "../base/context.ts";
import { countAgainstLimit } from "../base/rate-limit.ts";
import { DAY_MS } from "../base/time.ts";
import { randomId } from "../base/vault.ts";
import { type NewInquiry, personContext } from "./statements.ts";

/** The person that an inquiry asks about, sealed until the answers are in. */
export interface Person {
  nationalCode: string | null;
  birthDate: string | null;
  /** As the bank named it. */
  iban?: string;
}

/** True when a national code can spare a shopper the wait. */
export const asksForPerson = ({ inquiries: { facts } }: Shop): boolean =>
  facts.includes("phone") || facts.includes("card");

/**
 * Plans the inquiry about a new request. Null when none is to be made: none is configured, the
 * shopper gave no national code, or had enough inquiries today; then a person decides, as ever.
 */
export async function planInquiry(
  shop: Shop,
  request: { id: string; userId: string },
  person: Person,
): Promise<NewInquiry | null> {
  const { db, vault, settings, inquiries, now } = shop;
  if (inquiries.facts.length === 0) return null;
  const { nationalCode } = person;
  if (asksForPerson(shop) && nationalCode === null) return null;
  const kept = asksForPerson(shop) ? person : { nationalCode: null, birthDate: null };
  const count = await countAgainstLimit(db, "inquiry", request.userId, now(), DAY_MS);
  if (count > settings.INQUIRIES_PER_PERSON_DAY) return null;
  const id = randomId();
  return {
    id,
    requestId: request.id,
    userId: request.userId,
    provider: inquiries.name,
    facts: inquiries.facts.join(","),
    personSealed: await vault.seal(JSON.stringify(kept), personContext(id)),
    personFingerprint:
      kept.nationalCode === null
        ? null
        : await vault.fingerprint("national code", kept.nationalCode),
  };
}
