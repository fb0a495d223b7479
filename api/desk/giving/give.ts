import { mayReadCost } from "../../../contract/desk/caller.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { GivingDetails, type GivingWay } from "../../../contract/desk/giving.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { formatToman } from "../../../persian/toman.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { sha256 } from "../../base/vault.ts";
import type { Carrier } from "../proposal/routes.ts";
import { propose } from "../proposal/propose.ts";
import * as statements from "./statements.ts";

/**
 * Value that an operator's decision gives away. Each call that gives asks here first. Up to a daily
 * sum, the value is booked in the batch that gives it. Above that sum, or where one person is never
 * enough, a second person is asked. Their confirmation allows exactly this call, once, within a
 * day. Decision 86.
 */

/** The action of a proposal to give something away in one of the ways. */
const giveAction = (way: GivingWay) => `give_${way}` as const;

interface GivingRequest extends statements.Giving {
  /** True when a second person is needed for any sum. */
  isForTwo?: boolean;
  /** The subject of its lines in the log. */
  subject: GivingDetails["subject"];
  /** The part of the request that decides what is given. */
  asked?: unknown;
  /** In Persian, what exactly a second person would allow; empty where the subject says it. */
  words?: string;
  note: string | null;
}

/** The operator who makes a call, and the shop. */
export type OperatorInShop = Pick<OperatorEnv["Variables"], "shop" | "operator">;

/** Statements for the batch that gives, or the refusal. */
export type MayGive =
  { statements: D1PreparedStatement[] } | { refusal: Refusal; extra: { details?: string } };

/**
 * Returns statements for the batch that gives, or a refusal when a second person is asked. The
 * statements abort the batch if the daily sum was used up in the meantime.
 */
export async function mayGive(
  { shop, operator }: OperatorInShop,
  { isForTwo = false, subject, asked = null, words = "", note, ...giving }: GivingRequest,
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
  const details = { way, toman, words, fingerprint, subject } satisfies GivingDetails;
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

/** Says how much would be given away, and how much of the daily sum is used. */
const sayShare = (toman: number, spent: number, most: number): string =>
  toman === 0
    ? ""
    : `ارزش آن به بها ${formatToman(toman)} است؛ از سهم امروز (${formatToman(most)}) تاکنون ${formatToman(spent)} رفته است.`;

/** Allows the call; the operator who asked then repeats it. */
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
