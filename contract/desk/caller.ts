import { AREAS, type Area } from "./area.ts";
import type { Refusal } from "../endpoint.ts";
import { type DeskEndpoint, type Role, deskRefusals, isAtLeast } from "./endpoint.ts";

/** The operator who makes a call, and which calls the role and the areas allow. Section 10.11. */

/** An operator with the role and areas that they have now, limited by the token that they use. */
export interface Caller {
  role: Role;
  areas: readonly Area[];
}

const ALL_BUT_LOG = AREAS.filter((area) => area !== "log");

/** The default areas of each role. Support does not see profits, costs or suppliers. */
export const DEFAULT_AREAS: Readonly<Record<Role, readonly Area[]>> = {
  viewer: ALL_BUT_LOG,
  support: ["goods", "tickets", "papers", "people", "money", "settings"],
  finance: ALL_BUT_LOG,
  owner: AREAS,
};

/** Returns the areas of an operator; `chosen` is null when the operator has the default areas. */
export const areasOf = (role: Role, chosen: readonly Area[] | null): readonly Area[] =>
  chosen ?? DEFAULT_AREAS[role];

/** True when a call or page needs no area, or when the operator has its area. */
export const isOpenTo = (area: Area | "own" | undefined, { areas }: Pick<Caller, "areas">) =>
  area === undefined || area === "own" || areas.includes(area);

/**
 * Returns the refusal of a call that the role or the areas do not allow; null when it is allowed.
 */
export function closedBy(
  call: Pick<DeskEndpoint, "role" | "area">,
  caller: Caller,
): Refusal | null {
  if (call.role === "anyone" || !isAtLeast(caller.role, call.role)) return deskRefusals.roleTooLow;
  return isOpenTo(call.area, caller) ? null : deskRefusals.areaClosed;
}

/** True when the role and the areas of an operator allow a call. */
export const mayCall = (call: Pick<DeskEndpoint, "role" | "area">, caller: Caller): boolean =>
  closedBy(call, caller) === null;

/**
 * True for operators who may see costs, margins and suppliers: those with the area figures or
 * codes, and those with the area goods and at least the role finance.
 */
export const mayReadCost = ({ role, areas }: Caller): boolean =>
  areas.includes("figures") ||
  areas.includes("codes") ||
  (areas.includes("goods") && isAtLeast(role, "finance"));
