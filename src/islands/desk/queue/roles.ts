import type { Role } from "../../../../contract/desk/endpoint.ts";

/** The order of roles for islands, which cannot import the schema of the contract. */

export type { Role };

const ORDER: Record<Role, number> = { viewer: 0, support: 1, finance: 2, owner: 3 };

export const isAtLeast = (role: Role, least: Role): boolean => ORDER[role] >= ORDER[least];
