import type { Area } from "../../../contract/desk/area.ts";
import { areasOf } from "../../../contract/desk/caller.ts";
import { type Role, isAtLeast } from "../../../contract/desk/endpoint.ts";
import { PREPARED_JSON, areaRows, readAreas, writeAreas } from "../../base/areas.ts";
import { type LogEntryContext, noteDecision } from "../../base/decisions.ts";

/** The role and the areas of an operator. */
export interface RoleAndAreas {
  role: Role;
  /** Null when the operator has the prepared areas of the role. */
  areas: readonly Area[] | null;
}

export const placeOf = (row: { role: Role; areas: string | null }): RoleAndAreas => ({
  role: row.role,
  areas: readAreas(row.areas),
});

const areasAt = ({ role, areas }: RoleAndAreas) => areasOf(role, areas);

/**
 * Returns the areas in which a change gives an operator more rights. Without `before`, these are
 * all areas of `after`.
 */
export function givenAreas(before: RoleAndAreas | null, after: RoleAndAreas): readonly Area[] {
  const had = before !== null && isAtLeast(before.role, after.role) ? areasAt(before) : [];
  return areasAt(after).filter((area) => !had.includes(area));
}

/** True when a change removes a role or an area. */
export const takesAway = (before: RoleAndAreas, after: RoleAndAreas): boolean =>
  !isAtLeast(after.role, before.role) ||
  areasAt(before).some((area) => !areasAt(after).includes(area));

/** True when a change gives rights that need a second person. */
export const needsSecond = (before: RoleAndAreas, after: RoleAndAreas): boolean =>
  isAtLeast(after.role, "finance") && givenAreas(before, after).length > 0;

/** Aborts unless the operator still works here with this role and these areas. */
export function claimPlace(
  db: D1Database,
  name: string,
  { role, areas }: RoleAndAreas,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the operator is active with this role and these areas', EXISTS (
         SELECT 1 FROM operator
         WHERE name = ?1 AND role = ?2 AND areas IS ?3 AND ended_at IS NULL)`,
    )
    .bind(name, role, writeAreas(areas));
}

export function setPlace(
  db: D1Database,
  name: string,
  { role, areas }: RoleAndAreas,
): D1PreparedStatement {
  return db
    .prepare("UPDATE operator SET role = ?2, areas = ?3 WHERE name = ?1")
    .bind(name, role, writeAreas(areas));
}

const THEIR_AREAS = areaRows("o", "?3");

/** Aborts when an operator gives an area that they do not have. */
export function claimGives(
  db: D1Database,
  giver: string,
  areas: readonly Area[],
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the operator has the areas that they give', NOT EXISTS (
         SELECT 1 FROM operator o, json_each(?2) given
         WHERE o.name = ?1 AND given.value NOT IN (SELECT value FROM ${THEIR_AREAS}))`,
    )
    .bind(giver, JSON.stringify(areas), PREPARED_JSON);
}

/**
 * Returns the line of the log about changed areas. Returns no line when the areas are unchanged, or
 * when the operator has the prepared areas of a role before and after the change.
 */
export function noteAreas(
  by: LogEntryContext,
  name: string,
  { before, after }: { before: RoleAndAreas; after: RoleAndAreas },
): D1PreparedStatement[] {
  const [from, to] = [areasAt(before).join(", "), areasAt(after).join(", ")];
  if ((before.areas === null && after.areas === null) || from === to) return [];
  return [noteDecision(by, "operator", name, "areas", { before: from, after: to })];
}
