import { Hono } from "hono";
import { deskRefusals } from "../../contract/desk/endpoint.ts";
import { decideProposal, proposalRefusals } from "../../contract/desk/proposal.ts";
import { type Refusal, refusals } from "../../contract/endpoint.ts";
import { runBatch } from "../base/batch.ts";
import { type Shop, body, refuse } from "../base/context.ts";
import { type Decision, noteDecision } from "../base/decisions.ts";
import type { Operator, OperatorEnv } from "../base/operator.ts";
import * as statements from "./statements.ts";

/** The effects of a confirmed proposal. */
interface CarriedOut {
  subject: Decision["subject"];
  /** Parts of the deciding batch, with every fact that they rely on claimed again. */
  statements: D1PreparedStatement[];
  before: string | null;
  after: string | null;
  message: string;
  /** Explains why the batch was refused although the proposal and its second person stand. */
  explain?: () => Promise<Refusal | null>;
}

/** Carries out what was proposed under the name of an action. */
export type Carrier = (
  shop: Shop,
  proposal: { subjectId: string; details: unknown },
  operator: Operator,
  now: number,
) => Promise<CarriedOut> | CarriedOut;

/** The calls for a second person; `carriers` are named by the action of a proposal. */
export function deskProposals(carriers: Record<string, Carrier>) {
  const routes = new Hono<OperatorEnv>();

  routes.get("/", async (c) => {
    const { db, now } = c.var.shop;
    const { results } = await statements.findOpenProposals(db, now()).all<statements.ProposalRow>();
    return c.json({ proposals: results.map(showProposal) });
  });

  routes.put("/:id", body(decideProposal.body), async (c) => {
    const { shop, operator } = c.var;
    const { status } = c.var.body;
    const { db } = shop;
    const row = await statements
      .findProposal(db, c.req.param("id"))
      .first<statements.ProposalRow>();
    const carry = row && carriers[row.action];
    if (!row || !carry) return refuse(c, refusals.notFound);
    const { id, subject_id: subjectId } = row;
    const moment = shop.now();
    const details = JSON.parse(row.details) as unknown;
    const done = await carry(shop, { subjectId, details }, operator, moment);
    const isConfirmed = status === "confirmed";
    const isDecided = await runBatch(db, [
      ...(isConfirmed
        ? [...statements.claimSecondPerson(db, id, operator.tokenId, moment), ...done.statements]
        : [statements.claimWaits(db, id, moment)]),
      statements.decide(db, id, status, operator.name, moment),
      noteDecision(
        db,
        {
          operator,
          subject: done.subject,
          subjectId,
          verdict: `${row.action}_${status}`,
          note: row.note,
          ...(isConfirmed && { before: done.before, after: done.after }),
        },
        moment,
      ),
    ]);
    if (isDecided)
      return c.json({ message: isConfirmed ? done.message : "این درخواست کنار گذاشته شد." });
    return refuse(c, await explain(shop, id, operator, done));
  });

  return routes;
}

/** Says why a proposal could not be decided by this operator. */
async function explain(
  { db, now }: Shop,
  id: string,
  operator: Operator,
  done: CarriedOut,
): Promise<Refusal> {
  const since = await statements.findProposal(db, id).first<statements.ProposalRow>();
  if (since?.state !== "open" || since.expires_at <= now()) return deskRefusals.decided;
  if (since.asked_by === operator.name) return proposalRefusals.ownProposal;
  const entered = await statements
    .findEnteredLately(db, operator.name, now())
    .first<{ is_late: number }>();
  if (entered?.is_late === 1) return proposalRefusals.enteredLately;
  return (await done.explain?.()) ?? proposalRefusals.stale;
}

function showProposal(row: statements.ProposalRow) {
  return {
    id: row.id,
    action: row.action,
    subjectId: row.subject_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
    note: row.note,
    askedBy: row.asked_by,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}
