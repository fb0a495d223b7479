import { z } from "zod";
import { Area } from "../../contract/desk/area.ts";
import { type Caller, DEFAULT_AREAS, areasOf } from "../../contract/desk/caller.ts";
import { type Role, isAtLeast } from "../../contract/desk/endpoint.ts";

/**
 * Areas as the database stores them: a JSON array, or null for the prepared set of the role. See
 * decision 87.
 */

const Stored = z.array(Area).nullable();

export const readAreas = (stored: string | null): readonly Area[] | null =>
  stored === null ? null : Stored.parse(JSON.parse(stored));

export const writeAreas = (areas: readonly Area[] | null): string | null =>
  areas === null ? null : JSON.stringify(areas);

/** The prepared sets of all roles as JSON, to be bound to statements that read areas. */
export const PREPARED_JSON = JSON.stringify(DEFAULT_AREAS);

/**
 * SQL text: the areas of operator `o`, one row with a `value` for each. PREPARED_JSON must be bound
 * to the parameter `prepared`.
 */
export const areaRows = (o: string, prepared: string) =>
  `json_each(coalesce(${o}.areas, json_extract(${prepared}, '$.' || ${o}.role)))`;

/** SQL text: true when operator `o` has the area. */
export const hasArea = (o: string, area: string, prepared: string) =>
  `EXISTS (SELECT 1 FROM ${areaRows(o, prepared)} WHERE value = ${area})`;

/**
 * An operator's role and areas, and the limits of their token. The token's two fields are null for
 * a token that has no limits of its own.
 */
interface WithToken {
  role: Role;
  areas: string | null;
  token_role: Role | null;
  token_areas: string | null;
}

/** Returns the role and areas of a token: never more than its operator has now. */
export function callerOf(row: WithToken): Caller {
  const own = areasOf(row.role, readAreas(row.areas));
  const { token_role: most } = row;
  if (most === null) return { role: row.role, areas: own };
  const role = isAtLeast(row.role, most) ? most : row.role;
  const given = areasOf(role, readAreas(row.token_areas));
  return { role, areas: own.filter((area) => given.includes(area)) };
}
