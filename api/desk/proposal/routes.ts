import { Hono } from "hono";
import { PROPOSING_CALLS, type Action, areaOfAction } from "../../../contract/desk/asking.ts";
import { isOpenTo, mayReadCost } from "../../../contract/desk/caller.ts";
import { ROLES, deskRefusals, isAtLeast } from "../../../contract/desk/endpoint.ts";
import { decideProposal, proposalRefusals } from "../../../contract/desk/proposal.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { formatDate } from "../../../persian/dates.ts";
import { readTogether, runBatch, readAll, readFirst } from "../../base/batch.ts";
import { type Shop, body, refuse } from "../../base/context.ts";
import { type Decision, noteDecision } from "../../base/decisions.ts";
import type { Operator, OperatorEnv } from "../../base/operator.ts";
import { mayConfirmFrom } from "./rules.ts";
import * as statements from "./statements.ts";
import { toIso } from "../../base/time.ts";

/** The facts of a proposal for the function that carries it out. */
interface AskedProposal {
  subjectId: string;
  details: unknown;
  note: string | null;
  askedBy: string;
  /** UTC milliseconds. */
  askedAt: number;
}

/** The effects of a decision about a proposal. */
interface CarriedOut {
  subject: Decision["subject"];
  /**
   * Statements of the batch that confirms the proposal. They claim again every fact that they rely
   * on.
   */
  statements: D1PreparedStatement[];
  /** Statements of the batch that drops the proposal. */
  dropped?: D1PreparedStatement[];
  /**
   * Carries out an action that needs its own batches, while `isDue` is true. Each batch contains
   * the statements that decide the proposal. Returns false when nothing was done.
   */
  run?: (deciding: D1PreparedStatement[], isDue: () => Promise<boolean>) => Promise<boolean>;
  /**
   * The verdict that the log gets when the proposal is confirmed; by default `…_confirmed`. Needed
   * for actions that one person can also do alone.
   */
  verdict?: Decision["verdict"];
  before: string | null;
  after: string | null;
  message: string;
  /**
   * Explains why the batch aborted although the proposal is open and a second person confirmed it.
   */
  explain?: () => Promise<Refusal | null>;
}

/** Carries out the proposals of one action. */
export type Carrier = (
  shop: Shop,
  proposal: AskedProposal,
  operator: Operator,
  now: number,
) => Promise<CarriedOut> | CarriedOut;

/** Returns the calls about proposals. `carriers` contains a function for each action. */
export function deskProposals(carriers: Readonly<Record<Action, Carrier>>) {
  const routes = new Hono<OperatorEnv>();

  routes.get("/", async (c) => {
    const { db, now } = c.var.shop;
    const results = await readAll(statements.findOpenProposals(db, now()));
    const { operator } = c.var;
    const theirs = results.filter(({ action }) => isOpenTo(areaOfAction(action), operator));
    return c.json({ proposals: theirs.map((row) => showProposal(row, operator)) });
  });

  routes.put("/:id", body(decideProposal.body), async (c) => {
    const { shop, operator } = c.var;
    const { status } = c.var.body;
    const { db } = shop;
    const row = await readFirst(statements.findProposal(db, c.req.param("id")));
    if (!row) return refuse(c, refusals.notFound);
    const { area, role: least } = PROPOSING_CALLS[row.action];
    if (!isOpenTo(area, operator)) return refuse(c, deskRefusals.areaClosed);
    const roles = ROLES.filter((role) => isAtLeast(role, least));
    const { id, subject_id: subjectId, note, asked_by: askedBy } = row;
    const moment = shop.now();
    const details = JSON.parse(row.details) as unknown;
    const asked = { subjectId, details, note, askedBy, askedAt: row.created_at };
    const done = await carriers[row.action](shop, asked, operator, moment);
    const isConfirmed = status === "confirmed";
    const verdict =
      (isConfirmed ? done.verdict : undefined) ?? (`${row.action}_${status}` as const);
    const deciding = [
      ...(isConfirmed
        ? statements.claimSecondPerson(db, { id, area, roles }, operator.tokenId, moment)
        : [statements.claimWaits(db, id, moment)]),
      statements.decide(db, id, status, operator.name, moment),
      noteDecision({ db, operator, moment }, done.subject, subjectId, verdict, {
        note,
        ...(isConfirmed && { before: done.before, after: done.after }),
      }),
    ];
    const about = { id, area, roles };
    const isDue = async () => (await explain(shop, about, operator)) === null;
    const isDecided =
      isConfirmed && done.run
        ? await done.run(deciding, isDue)
        : await runBatch(db, [
            ...deciding,
            ...(isConfirmed ? done.statements : (done.dropped ?? [])),
          ]);
    if (isDecided)
      return c.json({ message: isConfirmed ? done.message : "این درخواست کنار گذاشته شد." });
    const refusal =
      (await explain(shop, about, operator)) ?? (await done.explain?.()) ?? proposalRefusals.stale;
    const extra = refusal === proposalRefusals.waitsADay ? { details: waitedFor(row) } : {};
    return refuse(c, refusal, extra);
  });

  routes.put("/:id/heard", async (c) => {
    const { operator } = c.var;
    const { db, now } = c.var.shop;
    const row = await readFirst(statements.findProposal(db, c.req.param("id")));
    if (row?.asked_by !== operator.name) return refuse(c, refusals.notFound);
    await noteDecision({ db, operator, moment: now() }, "proposal", row.id, "heard").run();
    return c.json({ message: "دیده شد." });
  });

  return routes;
}

/** Says why a proposal cannot be confirmed by this operator; null when it can. */
async function explain(
  { db, now }: Shop,
  { id, area, roles }: statements.ProposalNeeds,
  operator: Operator,
): Promise<Refusal | null> {
  const moment = now();
  const [[since], [second]] = await readTogether(db, [
    statements.findProposal(db, id),
    statements.findSecondPerson(db, { id, area }, operator.tokenId, moment),
  ]);
  if (since?.state !== "open" || since.expires_at <= moment) return deskRefusals.decided;
  if (!second) return deskRefusals.unknownOperator;
  if (since.asked_by === second.name) {
    if (second.is_alone === 0) return proposalRefusals.ownProposal;
    return mayConfirmFrom(since) > moment ? proposalRefusals.waitsADay : null;
  }
  if (second.is_late === 1) return proposalRefusals.enteredLately;
  const mayAsk = roles.includes(second.asker_role) && second.asker_has_area === 1;
  if (second.asker_ended_at !== null || !mayAsk) return proposalRefusals.askerGone;
  if (second.phone === second.asker_phone) return proposalRefusals.samePerson;
  const isAboutOne = [second.name, since.asked_by].includes(since.subject_id);
  return isAboutOne ? proposalRefusals.aboutYou : null;
}

const waitedFor = (row: statements.ProposalRow) => `از ${formatDate(mayConfirmFrom(row))}`;

function showProposal(row: statements.ProposalRow, operator: Operator) {
  const { toman, words, ...details } = JSON.parse(row.details) as Record<string, unknown>;
  // The value is at cost, so only operators who may see costs get it.
  const isAtCost = toman !== undefined && mayReadCost(operator);
  return {
    id: row.id,
    action: row.action,
    subjectId: row.subject_id,
    details: isAtCost ? { ...details, toman, words } : details,
    note: row.note,
    askedBy: row.asked_by,
    createdAt: toIso(row.created_at),
    expiresAt: toIso(row.expires_at),
  };
}
