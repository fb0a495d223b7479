import type { Context } from "hono";
import type { Area } from "../../../contract/desk/area.ts";
import { operatorRefusals } from "../../../contract/desk/operator-refusals.ts";
import { areaWords } from "../../../persian/area-words.ts";
import { refuse } from "../../base/context.ts";

/** Refuses to give what the operator lacks, and names it. */
export const refuseLacked = (c: Context, lacked: readonly Area[]): Response =>
  refuse(c, operatorRefusals.areaLacked, { details: areaWords(lacked) });
