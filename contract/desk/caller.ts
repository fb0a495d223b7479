import { AREAS, type Area } from "./area.ts";
import type { Refusal } from "../endpoint.ts";
import { type DeskEndpoint, type Role, deskRefusals, isAtLeast } from "./endpoint.ts";

/** People at the desk with what is open to them: how far by their role, where by their areas. Section 10.11. */

/** Somebody with what they may do now, by their own place and by the token that they show. */
export interface Caller {
  role: Role;
  areas: readonly Area[];
}

const ALL_BUT_LOG = AREAS.filter((area) => area !== "log");

/** The areas of a role for which no others were chosen. Support reads no profit, cost or supplier. */
export const PREPARED_AREAS: Readonly<Record<Role, readonly Area[]>> = {
  viewer: ALL_BUT_LOG,
  support: ["goods", "tickets", "papers", "people", "money", "settings"],
  finance: ALL_BUT_LOG,
  owner: AREAS,
};

/** Returns the areas of somebody in a role; `chosen` is null where nothing else was chosen. */
export const areasOf = (role: Role, chosen: readonly Area[] | null): readonly Area[] =>
  chosen ?? PREPARED_AREAS[role];

/** True for what is nobody's area, and for the areas that somebody has. */
export const isOpenTo = (area: Area | "own" | undefined, { areas }: Pick<Caller, "areas">) =>
  area === undefined || area === "own" || areas.includes(area);

/** Says why a call is closed to somebody by their role or their areas; null when it is open. */
export function closedBy(
  call: Pick<DeskEndpoint, "role" | "area">,
  caller: Caller,
): Refusal | null {
  if (call.role === "anyone" || !isAtLeast(caller.role, call.role)) return deskRefusals.roleTooLow;
  return isOpenTo(call.area, caller) ? null : deskRefusals.areaClosed;
}

/** True when somebody's role and areas open a call. */
export const mayCall = (call: Pick<DeskEndpoint, "role" | "area">, caller: Caller): boolean =>
  closedBy(call, caller) === null;

/**
 * True for those who read costs, margins and suppliers: who reads figures, who fills the shelf, and
 * who sets prices in the role finance.
 */
export const mayReadCost = ({ role, areas }: Caller): boolean =>
  areas.includes("figures") ||
  areas.includes("codes") ||
  (areas.includes("goods") && isAtLeast(role, "finance"));
