import { mayReadCost } from "../../../contract/desk/caller.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { GivingDetails, type Way } from "../../../contract/desk/giving.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { formatToman } from "../../../persian/toman.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { sha256 } from "../../base/vault.ts";
import type { Carrier } from "../proposal/routes.ts";
import { propose } from "../proposal/propose.ts";
import * as statements from "./statements.ts";

/**
 * Value that leaves on the word of an operator. Each call that gives asks here first: up to a sum a
 * day it is booked in the batch that gives; beyond it, or where one is never enough, a second person
 * is asked, and their yes allows this very call, once, within a day. Decision 86.
 */

/** The action of a proposal to give in one of the ways. */
const giveAction = (way: Way) => `give_${way}` as const;

interface Wish extends statements.Giving {
  /** One person is not enough, whatever the sum. */
  isForTwo?: boolean;
  /** Its kind in the log. */
  subject: GivingDetails["subject"];
  /** The request, as far as it decides what is given. */
  asked?: unknown;
  note: string | null;
}

/** The operator who makes a call, in their shop. */
export type Who = Pick<OperatorEnv["Variables"], "shop" | "operator">;

/** The statements of the batch that gives, or why it waits. */
export type MayGive =
  { statements: D1PreparedStatement[] } | { refusal: Refusal; extra: { details?: string } };

/**
 * Returns the statements of the batch that gives; or a refusal, when a second person is asked. The
 * batch is refused when the sum of the day was spent meanwhile.
 */
export async function mayGive(
  { shop, operator }: Who,
  { isForTwo = false, subject, asked = null, note, ...giving }: Wish,
  now: number,
): Promise<MayGive> {
  const { db, settings } = shop;
  const { way, subjectId, toman } = giving;
  const fingerprint = await sha256(JSON.stringify([way, subjectId, asked]));
  const booked = { ...giving, operator: operator.name, fingerprint };
  const allowed = await readFirst(statements.findAllowed(db, booked, now));
  if (allowed) return { statements: statements.giveAllowed(db, allowed.id, now) };
  const most = settings.GIVEN_ALONE_DAY_TOMAN;
  const given = await readFirst(statements.readGivenAlone(db, operator.name, now));
  const spent = given?.toman ?? 0;
  if (!isForTwo && spent + toman <= most)
    return { statements: statements.giveAlone(db, booked, most, now) };
  const details = { way, toman, fingerprint, subject } satisfies GivingDetails;
  const proposal = propose(
    db,
    operator,
    { action: giveAction(way), subject, subjectId, details, note },
    now,
  );
  return (await runBatch(db, proposal.statements))
    ? {
        refusal: deskRefusals.askedSecond,
        extra: { details: mayReadCost(operator) ? sayShare(toman, spent, most) : "" },
      }
    : { refusal: deskRefusals.alreadyProposed, extra: {} };
}

/** Says how much it is, and how much of the share of the day is gone. */
const sayShare = (toman: number, spent: number, most: number): string =>
  toman === 0
    ? ""
    : `ارزش آن به بها ${formatToman(toman)} است؛ از سهم امروز (${formatToman(most)}) تاکنون ${formatToman(spent)} رفته است.`;

/** Allows what was asked: the one who asked then does it. */
export const carryGiving: Carrier = ({ db }, asked, operator, now) => {
  const { way, toman, fingerprint, subject } = GivingDetails.parse(asked.details);
  const { subjectId, askedBy, askedAt } = asked;
  const giving = { way, subjectId, toman, fingerprint, operator: askedBy };
  return {
    subject,
    statements: [statements.allow(db, giving, { by: operator.name, askedAt }, now)],
    before: null,
    after: String(toman),
    message: "اجازه داده شد. درخواست‌کننده تا یک روز همین کار را یک بار انجام می‌دهد.",
  };
};
