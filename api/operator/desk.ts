import { Hono } from "hono";
import { deskRefusals, isAtLeast } from "../../contract/desk/endpoint.ts";
import {
  INVITATION_HOURS,
  changeRole,
  inviteOperator,
  operatorRefusals,
} from "../../contract/desk/operator.ts";
import { refusals } from "../../contract/endpoint.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { maskPhone } from "../../persian/identifiers.ts";
import { readTogether, runBatch } from "../base/batch.ts";
import { type Shop, body, refuse } from "../base/context.ts";
import { noteDecision } from "../base/decisions.ts";
import type { Operator, OperatorEnv } from "../base/operator.ts";
import { HOUR_MS } from "../base/time.ts";
import { randomId, sha256 } from "../base/vault.ts";
import { propose } from "../proposal/propose.ts";
import { RAISE } from "./raise.ts";
import * as statements from "./statements.ts";
import { showToken } from "./tokens.ts";

export const deskMe = new Hono<OperatorEnv>();

deskMe.get("/", (c) => {
  const { name, role, isPerson, isSession, expiresAt } = c.var.operator;
  return c.json({ name, role, isPerson, isSession, expiresAt: new Date(expiresAt).toISOString() });
});

export const deskOperators = new Hono<OperatorEnv>();

deskOperators.get("/", async (c) => {
  const { db, now } = c.var.shop;
  const [operators, tokens] = await readTogether<[statements.OperatorRow, statements.TokenRow]>(
    db,
    [statements.findOperators(db), statements.findTokens(db, null, now())],
  );
  return c.json({
    operators: operators.map((row) => ({
      name: row.name,
      role: row.role,
      phone: maskPhone(row.phone),
      enteredAt: dateOf(row.entered_at),
      endedAt: dateOf(row.ended_at),
      tokens: tokens.filter(({ operator }) => operator === row.name).map(showToken),
    })),
  });
});

deskOperators.post("/", body(inviteOperator.body), async (c) => {
  const { shop, operator } = c.var;
  const { name, role, phone } = c.var.body;
  const moment = shop.now();
  const invited = await invite(shop, operator, { name, role }, moment, [
    statements.insertOperator(shop.db, { name, role, phone }, moment),
  ]);
  return invited ? c.json(invited) : refuse(c, operatorRefusals.nameTaken);
});

deskOperators.post("/:name/invitation", async (c) => {
  const { shop, operator } = c.var;
  const row = await statements
    .findOperator(shop.db, c.req.param("name"))
    .first<statements.OperatorRow>();
  if (!row) return refuse(c, refusals.notFound);
  const { name, role } = row;
  const invited = await invite(shop, operator, { name, role }, shop.now(), [
    statements.claimRole(shop.db, name, role),
  ]);
  return invited ? c.json(invited) : refuse(c, operatorRefusals.ended);
});

deskOperators.put("/:name/role", body(changeRole.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { role: to } = c.var.body;
  const row = await statements
    .findOperator(db, c.req.param("name"))
    .first<statements.OperatorRow>();
  if (!row) return refuse(c, refusals.notFound);
  if (row.ended_at !== null) return refuse(c, operatorRefusals.ended);
  const { name, role: from } = row;
  const moment = shop.now();
  const claims = [
    statements.claimOwner(db, operator.tokenId, moment),
    statements.claimRole(db, name, from),
  ];
  if (to !== from && isAtLeast(to, from) && isAtLeast(to, "finance")) {
    const proposal = propose(
      db,
      operator,
      { action: RAISE, subject: "operator", subjectId: name, details: { from, to }, note: null },
      moment,
    );
    return (await runBatch(db, [...claims, ...proposal.statements]))
      ? c.json({
          message: "این ارتقا ثبت شد و پس از تأیید نفر دوم انجام می‌شود.",
          proposalId: proposal.id,
        })
      : refuse(c, deskRefusals.alreadyProposed);
  }
  const isChanged = await runBatch(db, [
    ...claims,
    statements.setRole(db, name, to),
    statements.claimOwnerRemains(db, moment),
    noteDecision(
      db,
      {
        operator,
        subject: "operator",
        subjectId: name,
        verdict: "role",
        note: null,
        before: from,
        after: to,
      },
      moment,
    ),
  ]);
  return isChanged
    ? c.json({ message: "نقش این کارمند عوض شد.", proposalId: null })
    : refuse(c, operatorRefusals.lastOwner);
});

deskOperators.delete("/:name", async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const row = await statements
    .findOperator(db, c.req.param("name"))
    .first<statements.OperatorRow>();
  if (!row) return refuse(c, refusals.notFound);
  if (row.ended_at !== null) return refuse(c, operatorRefusals.ended);
  const moment = now();
  const isEnded = await runBatch(db, [
    statements.claimOwner(db, operator.tokenId, moment),
    statements.claimRole(db, row.name, row.role),
    ...statements.endOperator(db, row.name, moment),
    statements.claimOwnerRemains(db, moment),
    noteDecision(
      db,
      {
        operator,
        subject: "operator",
        subjectId: row.name,
        verdict: "ended",
        note: null,
        before: row.role,
      },
      moment,
    ),
  ]);
  return isEnded
    ? c.json({ message: "کار این کارمند در میز پایان یافت و نشان‌هایش از کار افتاد." })
    : refuse(c, operatorRefusals.lastOwner);
});

/** Makes an invitation and tells every owner; null when the batch is refused. */
async function invite(
  shop: Shop,
  operator: Operator,
  invited: Pick<statements.OperatorRow, "name" | "role">,
  moment: number,
  before: D1PreparedStatement[],
) {
  const { db } = shop;
  const { name, role } = invited;
  const secret = randomId(32);
  const expiresAt = moment + INVITATION_HOURS * HOUR_MS;
  const hash = await sha256(secret);
  const isInvited = await runBatch(db, [
    statements.claimOwner(db, operator.tokenId, moment),
    ...before,
    ...statements.insertInvitation(db, { hash, operator: name, expiresAt }, moment),
    noteDecision(
      db,
      {
        operator,
        subject: "operator",
        subjectId: name,
        verdict: "invited",
        note: null,
        after: role,
      },
      moment,
    ),
  ]);
  if (!isInvited) return null;
  const { told, owners } = await tellOwners(shop, invited);
  return {
    message: `دعوت ساخته شد. پیامک آن به ${toPersianDigits(told)} از ${toPersianDigits(owners)} مالک فرستاده شد.`,
    secret,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

/** Sends every owner an SMS about an invitation. Owners are no shoppers, so the outbox has no room. */
async function tellOwners(
  { db, sms, settings }: Shop,
  { name, role }: Pick<statements.OperatorRow, "name" | "role">,
): Promise<{ told: number; owners: number }> {
  const { results } = await statements.findOwners(db).all<{ name: string; phone: string }>();
  const template = settings.SMS_TEMPLATE_OPERATOR_INVITED;
  const outcomes = await Promise.all(
    results.map(async (owner) => {
      const { kind } = await sms.send({ phone: owner.phone, template, token: name, id: role });
      if (kind !== "sent")
        console.error(JSON.stringify({ ownerNotTold: owner.name, invited: name }));
      return kind;
    }),
  );
  return { told: outcomes.filter((kind) => kind === "sent").length, owners: results.length };
}

const dateOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
