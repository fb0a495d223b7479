import type { Page } from "../pages.ts";

/**
 * The pages of the desk. Apart from those of the shop, whose list browsers load. Imports no schema.
 */
export const deskPages: readonly Page[] = [
  { path: "/desk/enter", audience: "visitor" },
  { path: "/desk", audience: "operator" },
  { path: "/desk/tickets", audience: "operator" },
  { path: "/desk/tickets/:id", audience: "operator" },
  { path: "/desk/people", audience: "operator" },
  { path: "/desk/people/:id", audience: "operator" },
  { path: "/desk/discount-codes", audience: "operator" },
  { path: "/desk/money", audience: "operator" },
  { path: "/desk/log", audience: "operator" },
  { path: "/desk/figures", audience: "operator" },
  { path: "/desk/closings", audience: "operator" },
  { path: "/desk/orders", audience: "operator" },
  { path: "/desk/orders/:id", audience: "operator" },
  { path: "/desk/settings", audience: "operator" },
];

/** True for everything of the desk, also where no page exists. */
export function isOfDesk(pathname: string): boolean {
  return pathname === "/desk" || pathname.startsWith("/desk/");
}

/** True for what only operators open: all of the desk but its entrance. */
export function isForOperators(pathname: string): boolean {
  return isOfDesk(pathname) && pathname !== "/desk/enter";
}
