import { catalogueRefusals } from "../../../contract/desk/goods.ts";
import { readTogether, runBatch } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { carryOut } from "./carry-out.ts";
import { type Changing, type Plan, differences, versionOf } from "./change.ts";
import * as rows from "./stored.ts";
import type { Stored } from "./plan-file.ts";

/** Helpers that all decisions about goods share. */

type Vars = OperatorEnv["Variables"];

/**
 * Carries out a plan and other statements in one batch. Returns false when the catalogue has
 * changed since it was read.
 */
export function decide(
  { shop, operator }: Vars,
  plan: Plan,
  reason: string | null = null,
  also: D1PreparedStatement[] = [],
) {
  const by = { operator, reason, now: shop.now() };
  return runBatch(shop.db, [...also, ...carryOut(shop.db, plan, by)]);
}

/**
 * Changes one thing if it still has the version that the operator saw. Does nothing if no fact
 * differs, so that a repeated request has no further effect.
 */
export async function change(
  vars: Vars,
  changing: Changing,
  version: string,
  also: D1PreparedStatement[] = [],
): Promise<boolean> {
  if (differences(changing.seen, changing.facts).length === 0) return true;
  if ((await versionOf(changing.seen)) !== version) return false;
  return decide(vars, { made: [], changed: [changing] }, null, also);
}

export async function readStored({ db, now }: Pick<Shop, "db" | "now">): Promise<Stored> {
  const [categories, subcategories, products, tutorials] = await readTogether(
    db,
    rows.selectCatalogue(db, now()),
  );
  return { categories, subcategories, products, tutorials };
}

export const fieldOf = (field: string, refusal: keyof typeof catalogueRefusals) => ({
  fields: { [field]: catalogueRefusals[refusal].message },
});
