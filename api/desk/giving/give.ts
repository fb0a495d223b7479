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
 * The limits on the value that operators give away. Each call that gives something away calls
 * `mayGive` first. Up to a daily sum, the value is booked in the same batch. Above that sum, or
 * where one person is never enough, a second person must confirm. The confirmation allows exactly
 * this call, once, within a day. Decision 86.
 */

/** Returns the action of a proposal to give something away in this way. */
const giveAction = (way: GivingWay) => `give_${way}` as const;

interface GivingRequest extends statements.Giving {
  /** True when a second person is needed for any sum. */
  isForTwo?: boolean;
  /** The subject of the log's lines about this request. */
  subject: GivingDetails["subject"];
  /** The fields of the request that determine what is given away. */
  asked?: unknown;
  /**
   * Persian text that says what exactly a second person would allow; empty when the subject says
   * it.
   */
  words?: string;
  note: string | null;
}

/** The operator who makes a call, and the context of the shop. */
export type OperatorInShop = Pick<OperatorEnv["Variables"], "shop" | "operator">;

/** The statements for the batch that gives something away, or the refusal. */
export type MayGive =
  { statements: D1PreparedStatement[] } | { refusal: Refusal; extra: { details?: string } };

/**
 * Returns statements for the batch that gives something away. When a second person is needed, makes
 * a proposal and returns a refusal. The statements abort the batch if the daily sum was used up in
 * the meantime.
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

/**
 * Allows a call after a second person has confirmed it. The operator who asked then repeats the
 * call.
 */
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
