import { toPersianDigits } from "../../../persian/digits.ts";
import { runBatch, readFirst, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import * as statements from "./statements.ts";

/**
 * Publishes the prices of the earliest plan that is due. A product whose price has changed since
 * the planning keeps its current price. Returns true when another plan may be due.
 */
export async function publishDuePlans({ db, now }: Shop): Promise<boolean> {
  const moment = now();
  const plan = await readFirst(statements.findDuePlan(db, moment));
  if (!plan) return false;
  const planned = JSON.parse(plan.prices) as statements.NewPrice[];
  const results = await readAll(statements.findUnchanged(db, planned));
  const unchanged = new Set(results.map(({ id }) => id));
  const prices = planned.filter(({ id }) => unchanged.has(id));
  const count = toPersianDigits(prices.length);
  await runBatch(db, [
    ...statements.endPlan(db, plan.id, { state: "published", count: prices.length }, moment),
    ...statements.changePrices(db, prices, { ...plan, now: moment }),
    noteDecision(
      { db, operator: { name: plan.operator, network: "" }, moment },
      "price",
      plan.id,
      "published",
      { note: `${count} قیمت · ${plan.reason}`, before: "planned", after: "published" },
    ),
  ]);
  return true;
}
