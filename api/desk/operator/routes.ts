import { Hono } from "hono";
import type { Area } from "../../../contract/desk/area.ts";
import { DEFAULT_AREAS, areasOf } from "../../../contract/desk/caller.ts";
import { isAtLeast } from "../../../contract/desk/endpoint.ts";
import { changeEmail, inviteOperator } from "../../../contract/desk/operator.ts";
import { operatorRefusals } from "../../../contract/desk/operator-refusals.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { stateWords } from "../../../persian/desk-words.ts";
import { maskPhone } from "../../../persian/identifiers.ts";
import { readAreas } from "../../base/areas.ts";
import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import { type Shop, body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { Operator, OperatorEnv } from "../../base/operator.ts";
import { propose } from "../proposal/propose.ts";
import { RAISE } from "./raise.ts";
import { invite } from "./invite.ts";
import {
  type RoleAndAreas,
  claimGives,
  claimPlace,
  givenAreas,
  placeOf,
} from "./role-and-areas.ts";
import { refuseLacked } from "./refuse-lacked.ts";
import * as statements from "./statements.ts";
import { readTold, tellChange } from "./tell.ts";
import { showToken } from "./tokens.ts";
import { toIsoOrNull } from "../../base/time.ts";

export const deskOperators = new Hono<OperatorEnv>();

deskOperators.get("/", async (c) => {
  const { db, now } = c.var.shop;
  const [operators, tokens] = await readTogether(db, [
    statements.findOperators(db),
    statements.findTokens(db, null, now()),
  ]);
  return c.json({
    operators: operators.map((row) => ({
      name: row.name,
      role: row.role,
      areas: [...areasOf(row.role, readAreas(row.areas))],
      isPrepared: row.areas === null,
      phone: maskPhone(row.phone),
      email: row.email,
      enteredAt: toIsoOrNull(row.entered_at),
      endedAt: toIsoOrNull(row.ended_at),
      tokens: tokens.filter(({ operator }) => operator === row.name).map(showToken),
    })),
  });
});

deskOperators.post("/", body(inviteOperator.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { name, role, phone, areas = null } = c.var.body;
  const moment = shop.now();
  const given = areasOf(role, areas);
  const lacked = given.filter((area) => !operator.areas.includes(area));
  if (lacked.length > 0) return refuseLacked(c, lacked);
  const isWaiting = isAtLeast(role, "finance") && (await hasSold(shop));
  // An operator for finance or owner starts as a viewer, until a second person confirms the role.
  const first: RoleAndAreas = isWaiting ? asViewer(areas) : { role, areas };
  const details = { from: first.role, to: role, fromAreas: first.areas, areas };
  const raising = isWaiting
    ? propose(
        db,
        operator,
        { action: RAISE, subject: "operator", subjectId: name, details, note: null },
        moment,
      )
    : null;
  const invited = await invite(
    shop,
    operator,
    { name, role },
    {
      known: null,
      before: [
        statements.claimPhoneIsNew(db, phone),
        claimGives(db, operator.name, given),
        statements.insertOperator(db, { name, phone, ...first }, moment),
        ...(raising?.statements ?? []),
      ],
    },
    moment,
  );
  if (!invited) {
    const isKnown = await statements.findOperator(db, name).first();
    return refuse(c, isKnown ? operatorRefusals.nameTaken : operatorRefusals.phoneTaken);
  }
  const waits = `نقش «${stateWords(role)}» پس از تأیید نفر دوم داده می‌شود؛ تا آن هنگام بیننده است.`;
  return c.json({
    ...invited,
    message: raising ? `${invited.message} ${waits}` : invited.message,
    proposalId: raising?.id ?? null,
  });
});

deskOperators.post("/:name/invitation", async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const row = await readFirst(statements.findOperator(db, c.req.param("name")));
  if (!row) return refuse(c, refusals.notFound);
  const { name } = row;
  const lacked = lackedOf(row, operator);
  if (lacked.length > 0) return refuseLacked(c, lacked);
  const moment = shop.now();
  // Owners who invite themselves again can still enter as before until they use the invitation.
  // Otherwise they could lock themselves out.
  const shut = name === operator.name ? [] : statements.shutOut(db, name, moment);
  const invited = await invite(
    shop,
    operator,
    row,
    {
      known: row,
      before: [
        ...claimReaches(db, row, operator),
        ...shut,
        statements.countAsNew(db, name, moment),
      ],
    },
    moment,
  );
  return invited ? c.json({ ...invited, proposalId: null }) : refuse(c, operatorRefusals.ended);
});

deskOperators.put("/:name/email", body(changeEmail.body), async (c) => {
  const { shop, operator } = c.var;
  const { db, now } = shop;
  const { email } = c.var.body;
  const row = await readFirst(statements.findOperator(db, c.req.param("name")));
  if (!row) return refuse(c, refusals.notFound);
  if (row.ended_at !== null) return refuse(c, operatorRefusals.ended);
  const lacked = lackedOf(row, operator);
  if (lacked.length > 0) return refuseLacked(c, lacked);
  const moment = now();
  const told = await readTold(shop, row);
  const isOwn = row.name === operator.name;
  const isChanged = await runBatch(db, [
    statements.claimOwner(db, operator.tokenId, moment),
    ...claimReaches(db, row, operator),
    statements.setEmail(db, row.name, email),
    ...(isOwn ? [] : [statements.countAsNew(db, row.name, moment)]),
    noteDecision({ db, operator, moment }, "operator", row.name, "email", {
      before: row.email,
      after: email,
    }),
  ]);
  if (!isChanged) return refuse(c, operatorRefusals.emailTaken);
  const words = email === null ? "ایمیل ورود برداشته شد." : "ایمیل ورود عوض شد.";
  await tellChange(shop, told, { name: row.name, words });
  return c.json({ message: "ایمیل این کارمند ثبت شد." });
});

deskOperators.delete("/:name", async (c) => {
  const { shop, operator } = c.var;
  const { db, now } = shop;
  const row = await readFirst(statements.findOperator(db, c.req.param("name")));
  if (!row) return refuse(c, refusals.notFound);
  if (row.ended_at !== null) return refuse(c, operatorRefusals.ended);
  const moment = now();
  const told = await readTold(shop, row);
  const isEnded = await runBatch(db, [
    statements.claimOwner(db, operator.tokenId, moment),
    claimPlace(db, row.name, placeOf(row)),
    noteDecision({ db, operator, moment }, "operator", row.name, "ended", { before: row.role }),
    ...statements.endOperator(db, row.name, moment),
    statements.claimOwnerRemains(db, moment),
  ]);
  if (!isEnded) return refuse(c, operatorRefusals.lastOwner);
  await tellChange(shop, told, { name: row.name, words: "دیگر در میز کار نمی‌کند." });
  return c.json({ message: "کار این کارمند در میز پایان یافت و نشان‌هایش از کار افتاد." });
});

/**
 * Returns the role and areas of an operator whose higher role is not confirmed yet: the role
 * viewer, with those of the chosen areas that a viewer may have.
 */
const asViewer = (areas: readonly Area[] | null): RoleAndAreas => ({
  role: "viewer",
  areas: areas && areas.filter((area) => DEFAULT_AREAS.viewer.includes(area)),
});

/**
 * Returns the areas that the other person has and this operator lacks. When operators change
 * another person's way to enter, they could use it themselves, so they need all areas of that
 * person.
 */
const lackedOf = (row: statements.OperatorRow, operator: Operator) =>
  givenAreas(null, placeOf(row)).filter((area) => !operator.areas.includes(area));

const claimReaches = (db: D1Database, row: statements.OperatorRow, operator: Operator) => [
  claimPlace(db, row.name, placeOf(row)),
  claimGives(db, operator.name, givenAreas(null, placeOf(row))),
];

/**
 * True after the first sale of the shop. From then on, the roles finance and owner need two people.
 */
async function hasSold({ db }: Shop): Promise<boolean> {
  return (await statements.hasAnySale(db).first()) !== null;
}
