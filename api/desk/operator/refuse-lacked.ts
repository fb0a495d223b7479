import type { Context } from "hono";
import type { Area } from "../../../contract/desk/area.ts";
import { operatorRefusals } from "../../../contract/desk/operator-refusals.ts";
import { areaWords } from "../../../persian/area-words.ts";
import { refuse } from "../../base/context.ts";

/** Refuses to give areas that the operator does not have, and names them. */
export const refuseLacked = (c: Context, lacked: readonly Area[]): Response =>
  refuse(c, operatorRefusals.areaLacked, { details: areaWords(lacked) });
