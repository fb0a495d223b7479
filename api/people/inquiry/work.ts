import type { Shop } from "../../base/context.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { type ProviderResult, PAGE_SIZE, workOnPage } from "../../base/job.ts";
import { numberContext, openOrNull } from "../../base/open-number.ts";
import { countAgainstLimit } from "../../base/rate-limit.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";
import type { InquiryFact } from "../../outside/inquiries.ts";
import type { InquiredPerson } from "../../outside/inquiry.ts";
import type { Person } from "./plan.ts";
import { NEEDED, isSameOwner } from "./rules.ts";
import * as statements from "./statements.ts";
import type { InquiryReason, InquiryRow } from "./statements.ts";
import { type Subject, findSubject } from "./subject.ts";

/**
 * Asks a provider about waiting identity requests and later cards, one question after the other,
 * and approves those for which every answer is a clear yes. The others stay in the desk's queue. A
 * run that works on an inquiry first sets the time of the inquiry's next turn, and in each step
 * claims that this time is unchanged.
 */

/** The time that is reserved for a turn. Three questions take less. */
const TURN_MS = 2 * MINUTE_MS;
/** The maximum of turns without a clear answer. Then the inquiry is left to the desk. */
const TURNS_MAX = 3;

/** Works on a page of inquiries that are due. True when more may be due. */
export async function workOnInquiries(shop: Shop): Promise<boolean> {
  if (shop.inquiries.facts.length === 0) return false;
  const found = statements.findDueInquiries(shop.db, PAGE_SIZE, shop.now());
  const { results } = await found.all<InquiryRow>();
  return workOnPage(
    results,
    ({ id }) => `inquiry ${id}`,
    (row) => takeTurn(shop, row),
  );
}

/**
 * Makes the inquiry about a request or card that was just sent. If it is interrupted, the job
 * completes it.
 */
export async function inquire(shop: Shop, id: string): Promise<void> {
  const row = await readFirst(statements.findInquiry(shop.db, id));
  if (row) await takeTurn(shop, row);
}

async function takeTurn(shop: Shop, row: InquiryRow): Promise<ProviderResult> {
  const { db, vault, now } = shop;
  const until = now() + TURN_MS;
  const isOurs = await runBatch(db, [
    statements.claimInquiry(db, row),
    statements.beginTurn(db, row.id, until),
  ]);
  if (!isOurs) return "answered";
  const own = { ...row, next_attempt_at: until, attempts: row.attempts + 1 };
  // Interrupted turns count too, because their question may already have cost a fee.
  if (own.attempts > TURNS_MAX) return leave(shop, own, "silent");
  const subject = await findSubject(shop, row);
  const opened = await openOrNull(vault, row.person_sealed, statements.personContext(row.id));
  if (subject === null || opened === null) return leave(shop, own, "unreadable");
  const about = { subject, person: JSON.parse(opened) as Person };
  for (const fact of NEEDED.filter((one) => row.facts.split(",").includes(one))) {
    if (saysOf(own, fact) === "yes") continue;
    const end = await ask(shop, own, fact, about);
    if (end) return end;
  }
  const isWhole = NEEDED.every((fact) => saysOf(own, fact) === "yes");
  return isWhole ? approve(shop, own, about) : leave(shop, own, "partly");
}

interface About {
  subject: Subject;
  person: Person;
}

const saysOf = (row: InquiryRow, fact: InquiryFact) =>
  fact === "phone" ? row.phone_says : fact === "card" ? row.card_says : row.owner_says;

/** Asks one question. Returns how the turn ended, or null when the answer was a yes. */
async function ask(
  shop: Shop,
  row: InquiryRow,
  fact: InquiryFact,
  about: About,
): Promise<ProviderResult | null> {
  const { db, settings, now } = shop;
  const asked = await countAgainstLimit(db, "inquiry question", "all", now(), DAY_MS);
  if (asked > settings.INQUIRY_QUESTIONS_PER_DAY) return leave(shop, row, "ceiling");
  if (fact === "iban") return askOwner(shop, row, about);
  const says = await askMatch(shop, fact, about);
  if (says === "unknown") return tryLater(shop, row);
  const note = fact === "phone" ? statements.notePhone : statements.noteCard;
  if (!(await step(shop, row, [note(db, row.id, says)]))) return "answered";
  row[fact === "phone" ? "phone_says" : "card_says"] = says;
  return says === "yes" ? null : leave(shop, row, "no");
}

function askMatch(
  { inquiries: { provider } }: Shop,
  fact: "phone" | "card",
  { subject: { phone, cardNumber }, person: { nationalCode, birthDate } }: About,
) {
  if (nationalCode === null || birthDate === null) return "unknown" as const;
  const person: InquiredPerson = { nationalCode, birthDate };
  return fact === "phone"
    ? provider.isPhoneOf(phone, person)
    : provider.isCardOf(cardNumber, person);
}

/** Asks for the owner of the card, and compares the name with the typed one. */
async function askOwner(shop: Shop, row: InquiryRow, about: About): Promise<ProviderResult | null> {
  const { db, vault, inquiries } = shop;
  const owner = await inquiries.provider.ownerOf(about.subject.cardNumber);
  if (owner.kind === "unknown") return tryLater(shop, row);
  const said = owner.kind === "owner" ? owner.name : "";
  const says = isSameOwner(said, about.subject.owner) ? "yes" : "no";
  if (owner.kind === "owner") about.person.iban = owner.iban;
  const personSealed = await vault.seal(
    JSON.stringify(about.person),
    statements.personContext(row.id),
  );
  const note = statements.noteOwner(db, row.id, { says, said, personSealed });
  if (!(await step(shop, row, [note]))) return "answered";
  row.owner_says = says;
  if (says === "yes") return null;
  return leave(shop, row, owner.kind === "owner" ? "name" : "no");
}

/** Approves the subject with the same statements as an operator, in the provider's name. */
async function approve(shop: Shop, row: InquiryRow, about: About): Promise<ProviderResult> {
  const { db, vault, now } = shop;
  const { subject, person } = about;
  const iban = person.iban ?? "";
  const moment = now();
  const approval = await subject.approve(moment);
  if (approval === null) return leave(shop, row, "doubt");
  const { cardId } = approval;
  const isApproved = await runBatch(db, [
    statements.claimInquiry(db, row),
    ...statements.markApproved(db, row, moment),
    ...approval.statements,
    ...(iban === ""
      ? []
      : [
          statements.fillIban(db, {
            id: cardId,
            ibanSealed: await vault.seal(iban, numberContext("iban", cardId)),
          }),
        ]),
  ]);
  // If an operator decided first, this decision has ended the inquiry too, and `leave` changes
  // nothing.
  return isApproved ? "answered" : leave(shop, row, "doubt");
}

async function tryLater(shop: Shop, row: InquiryRow): Promise<ProviderResult> {
  if (row.attempts >= TURNS_MAX) await leave(shop, row, "silent");
  else {
    const until = shop.now() + row.attempts * MINUTE_MS;
    await step(shop, row, [statements.postponeInquiry(shop.db, row.id, until)]);
  }
  return "silent";
}

async function leave(shop: Shop, row: InquiryRow, reason: InquiryReason): Promise<ProviderResult> {
  await step(shop, row, [statements.leaveToDesk(shop.db, row.id, reason, shop.now())]);
  return "answered";
}

/** Runs a step if the turn is still the current one. Returns false if it is not. */
const step = ({ db }: Shop, row: InquiryRow, then: D1PreparedStatement[]): Promise<boolean> =>
  runBatch(db, [statements.claimInquiry(db, row), ...then]);
