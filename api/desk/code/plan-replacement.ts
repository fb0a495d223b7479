import { readFirst } from "../../base/batch.ts";
import { deskCodeRefusals } from "../../../contract/desk/code.ts";
import { personRefusals } from "../../../contract/desk/user.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import * as statements from "../../buying/code/replace-statements.ts";

export interface ReplacementPlan {
  old: statements.DeliveredCodeRow;
  /** True when an operator has to enter the new code. */
  isByHand: boolean;
  /** The code from stock that would be used. */
  free: statements.FreeCodeRow | null;
  /** The reason why the code cannot be replaced; null when it can. */
  obstacle: Refusal | null;
}

/**
 * Plans the replacement of a delivered code, for the call that makes it and for the call that
 * previews its consequences. Null when there is no such code.
 */
export async function planReplacement(
  db: D1Database,
  codeId: string,
  now: number,
): Promise<ReplacementPlan | null> {
  const old = await readFirst(statements.findDeliveredCode(db, codeId));
  if (!old) return null;
  const isByHand = old.delivery_type === "manual";
  const free = isByHand ? null : await readFirst(statements.findFreeCode(db, old.product_id, now));
  return { old, isByHand, free, obstacle: obstacleOf(old, isByHand || free !== null) };
}

function obstacleOf(old: statements.DeliveredCodeRow, isThereAnother: boolean): Refusal | null {
  if (old.forgotten_at !== null) return personRefusals.forgotten;
  if (old.is_in_hand === 0) return deskCodeRefusals.gone;
  return isThereAnother ? null : deskCodeRefusals.noneFree;
}
