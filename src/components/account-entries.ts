import IdCard from "@lucide/astro/icons/id-card";
import LayoutDashboard from "@lucide/astro/icons/layout-dashboard";
import Package from "@lucide/astro/icons/package";

/** What the account offers, in the order of its menus. */
export const accountEntries = [
  { href: "/dashboard", label: "داشبورد", Icon: LayoutDashboard },
  { href: "/orders", label: "سفارش‌ها", Icon: Package },
  { href: "/authentication", label: "احراز هویت", Icon: IdCard },
] as const;
