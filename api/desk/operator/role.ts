import { type Context, Hono } from "hono";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { changeRole } from "../../../contract/desk/operator.ts";
import { operatorRefusals } from "../../../contract/desk/operator-refusals.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { stateWords } from "../../../persian/desk-words.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { propose } from "../proposal/propose.ts";
import { endLeftRunning } from "./left-running.ts";
import {
  type RoleAndAreas,
  claimGives,
  claimPlace,
  givenAreas,
  needsSecond,
  noteAreas,
  placeOf,
  setPlace,
  takesAway,
} from "./role-and-areas.ts";
import { RAISE } from "./raise.ts";
import { refuseLacked } from "./refuse-lacked.ts";
import * as statements from "./statements.ts";
import { readTold, tellChange } from "./tell.ts";

/** Roles and areas of operators. Decisions 85 and 87. */
export const deskRoles = new Hono<OperatorEnv>();

type OperatorInShop = Pick<OperatorEnv["Variables"], "shop" | "operator">;

/** A change of an operator's role and areas that was checked and is allowed. */
interface Change {
  row: statements.OperatorRow;
  before: RoleAndAreas;
  after: RoleAndAreas;
  /** The claims of the batch that makes the change. */
  claims: D1PreparedStatement[];
  now: number;
}

deskRoles.put("/:name/role", body(changeRole.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { role, areas = null } = c.var.body;
  const row = await readFirst(statements.findOperator(db, c.req.param("name")));
  if (!row) return refuse(c, refusals.notFound);
  if (row.ended_at !== null) return refuse(c, operatorRefusals.ended);
  const [before, after] = [placeOf(row), { role, areas }];
  const given = givenAreas(before, after);
  const lacked = given.filter((area) => !operator.areas.includes(area));
  if (lacked.length > 0) return refuseLacked(c, lacked);
  const now = shop.now();
  const claims = [
    statements.claimOwner(db, operator.tokenId, now),
    claimGives(db, operator.name, given),
    claimPlace(db, row.name, before),
  ];
  const change = { row, before, after, claims, now };
  return needsSecond(before, after) ? askSecond(c, c.var, change) : changePlace(c, c.var, change);
});

async function askSecond(
  c: Context,
  { shop, operator }: OperatorInShop,
  { row, before, after, claims, now }: Change,
) {
  const details = {
    from: before.role,
    to: after.role,
    fromAreas: before.areas,
    areas: after.areas,
  };
  const proposal = propose(
    shop.db,
    operator,
    { action: RAISE, subject: "operator", subjectId: row.name, details, note: null },
    now,
  );
  return (await runBatch(shop.db, [...claims, ...proposal.statements]))
    ? c.json({
        message: "این ارتقا ثبت شد و پس از تأیید نفر دوم انجام می‌شود.",
        proposalId: proposal.id,
      })
    : refuse(c, deskRefusals.alreadyProposed);
}

async function changePlace(
  c: Context,
  { shop, operator }: OperatorInShop,
  { row, before, after, claims, now }: Change,
) {
  const { db } = shop;
  const { name } = row;
  const told = await readTold(shop, row);
  const by = { db, operator, moment: now };
  const isTaking = takesAway(before, after);
  const areaLines = noteAreas(by, name, { before, after });
  const isOfRole = before.role !== after.role || areaLines.length === 0;
  const isChanged = await runBatch(db, [
    ...claims,
    ...(isOfRole
      ? [noteDecision(by, "operator", name, "role", { before: before.role, after: after.role })]
      : []),
    ...areaLines,
    setPlace(db, name, after),
    ...(isTaking ? endLeftRunning(db, name, now) : []),
    statements.claimOwnerRemains(db, now),
  ]);
  if (!isChanged) return refuse(c, operatorRefusals.lastOwner);
  const words = isOfRole ? `نقش اکنون «${stateWords(after.role)}» است.` : "بخش‌های کارش عوض شد.";
  await tellChange(shop, told, { name, words });
  const what = isOfRole ? "نقش این کارمند عوض شد" : "بخش‌های این کارمند عوض شد";
  return c.json({
    message: isTaking
      ? `${what}؛ نشان‌ها و نشست‌هایش پایان یافت و دوباره وارد می‌شود.`
      : `${what}.`,
    proposalId: null,
  });
}
