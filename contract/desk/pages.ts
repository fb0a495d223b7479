import type { Page } from "../pages.ts";
import type { Area } from "./area.ts";
import type { Role } from "./endpoint.ts";

interface DeskPage extends Page {
  /** The lowest role that may open it; when absent, every operator may. */
  least?: Role;
  /** The area of the page; when absent, each operator sees only the parts that are open to them. */
  area?: Area;
}

/**
 * The pages of the desk. They are not in the list of the shop's pages, because shoppers' browsers
 * load that list. Imports no schema.
 */
export const deskPages: readonly DeskPage[] = [
  { path: "/desk/enter", audience: "visitor" },
  { path: "/desk", audience: "operator" },
  { path: "/desk/tickets", audience: "operator", area: "tickets" },
  { path: "/desk/tickets/:id", audience: "operator", area: "tickets", least: "support" },
  { path: "/desk/people", audience: "operator", area: "people", least: "support" },
  { path: "/desk/people/:id", audience: "operator", area: "people", least: "support" },
  { path: "/desk/prices", audience: "operator", area: "goods" },
  { path: "/desk/products", audience: "operator", area: "goods" },
  { path: "/desk/products/:id", audience: "operator", area: "goods" },
  { path: "/desk/stock", audience: "operator", area: "codes" },
  { path: "/desk/stock/:id", audience: "operator", area: "codes" },
  { path: "/desk/discount-codes", audience: "operator", area: "goods" },
  { path: "/desk/money", audience: "operator", area: "money" },
  { path: "/desk/log", audience: "operator", area: "log" },
  { path: "/desk/figures", audience: "operator", area: "figures" },
  { path: "/desk/closings", audience: "operator", area: "figures" },
  { path: "/desk/orders", audience: "operator", area: "tickets" },
  { path: "/desk/orders/:id", audience: "operator", area: "tickets" },
  { path: "/desk/settings", audience: "operator" },
  { path: "/desk/closure", audience: "operator" },
  { path: "/desk/suppliers", audience: "operator", area: "codes" },
];

/** True for every path of the desk, even where no page exists. */
export function isOfDesk(pathname: string): boolean {
  return pathname === "/desk" || pathname.startsWith("/desk/");
}

/** True for paths that only operators may open: the whole desk except its entrance. */
export function isForOperators(pathname: string): boolean {
  return isOfDesk(pathname) && pathname !== "/desk/enter";
}

/** Returns the lowest role and the area that a page of the desk requires. */
export function needsOfPage(pathname: string): { role: Role; area: Area | "own" } {
  const parts = pathname.split("/");
  const isAt = (path: string) => {
    const own = path.split("/");
    return (
      own.length === parts.length &&
      own.every((part, index) => part.startsWith(":") || part === parts[index])
    );
  };
  const page = deskPages.find(({ path }) => isAt(path));
  return { role: page?.least ?? "viewer", area: page?.area ?? "own" };
}
