import type { Page } from "../pages.ts";
import type { Role } from "./endpoint.ts";

interface DeskPage extends Page {
  /** The least role that may open it; every operator without. */
  least?: Role;
}

/**
 * The pages of the desk. Apart from those of the shop, whose list browsers load. Imports no schema.
 */
export const deskPages: readonly DeskPage[] = [
  { path: "/desk/enter", audience: "visitor" },
  { path: "/desk", audience: "operator" },
  { path: "/desk/tickets", audience: "operator" },
  { path: "/desk/tickets/:id", audience: "operator", least: "support" },
  { path: "/desk/people", audience: "operator", least: "support" },
  { path: "/desk/people/:id", audience: "operator", least: "support" },
  { path: "/desk/prices", audience: "operator" },
  { path: "/desk/products", audience: "operator" },
  { path: "/desk/products/:id", audience: "operator" },
  { path: "/desk/stock", audience: "operator" },
  { path: "/desk/stock/:id", audience: "operator" },
  { path: "/desk/discount-codes", audience: "operator" },
  { path: "/desk/money", audience: "operator" },
  { path: "/desk/log", audience: "operator", least: "owner" },
  { path: "/desk/figures", audience: "operator" },
  { path: "/desk/closings", audience: "operator" },
  { path: "/desk/orders", audience: "operator" },
  { path: "/desk/orders/:id", audience: "operator" },
  { path: "/desk/settings", audience: "operator" },
  { path: "/desk/suppliers", audience: "operator" },
];

/** True for everything of the desk, also where no page exists. */
export function isOfDesk(pathname: string): boolean {
  return pathname === "/desk" || pathname.startsWith("/desk/");
}

/** True for what only operators open: all of the desk but its entrance. */
export function isForOperators(pathname: string): boolean {
  return isOfDesk(pathname) && pathname !== "/desk/enter";
}

/** The least role that may open a page of the desk. */
export function roleForPage(pathname: string): Role {
  const parts = pathname.split("/");
  const isAt = (path: string) => {
    const own = path.split("/");
    return (
      own.length === parts.length &&
      own.every((part, index) => part.startsWith(":") || part === parts[index])
    );
  };
  return deskPages.find(({ path }) => isAt(path))?.least ?? "viewer";
}
