import ChartColumn from "@lucide/astro/icons/chart-column";
import Inbox from "@lucide/astro/icons/inbox";
import KeyRound from "@lucide/astro/icons/key-round";
import Landmark from "@lucide/astro/icons/landmark";
import MessageCircle from "@lucide/astro/icons/message-circle";
import ScrollText from "@lucide/astro/icons/scroll-text";
import Settings from "@lucide/astro/icons/settings";
import ShoppingBag from "@lucide/astro/icons/shopping-bag";
import Tag from "@lucide/astro/icons/tag";
import TicketPercent from "@lucide/astro/icons/ticket-percent";
import TrendingUp from "@lucide/astro/icons/trending-up";
import Truck from "@lucide/astro/icons/truck";
import Users from "@lucide/astro/icons/users";
import { type Role, isAtLeast } from "../../../contract/desk/endpoint.ts";
import { deskPages } from "../../../contract/desk/pages.ts";

interface Entry {
  href: string;
  label: string;
  /** The least role that may open it. */
  least: Role;
  Icon: typeof Inbox;
}

/**
 * The entries of the rail, in its four groups. One is shown once its page stands in
 * contract/desk/pages.ts, to those whose role may open it.
 */
const GROUPS: readonly (readonly Entry[])[] = [
  [
    { href: "/desk", label: "امروز", least: "support", Icon: Inbox },
    { href: "/desk/tickets", label: "تیکت‌ها", least: "viewer", Icon: MessageCircle },
    { href: "/desk/orders", label: "سفارش‌ها", least: "viewer", Icon: ShoppingBag },
    { href: "/desk/people", label: "اشخاص", least: "support", Icon: Users },
  ],
  [
    { href: "/desk/products", label: "کالا و قیمت", least: "viewer", Icon: Tag },
    { href: "/desk/prices", label: "نرخ و قیمت", least: "viewer", Icon: TrendingUp },
    { href: "/desk/stock", label: "انبار کد", least: "viewer", Icon: KeyRound },
    { href: "/desk/suppliers", label: "تأمین‌کننده", least: "viewer", Icon: Truck },
    { href: "/desk/discount-codes", label: "کد تخفیف", least: "viewer", Icon: TicketPercent },
  ],
  [
    { href: "/desk/money", label: "پول", least: "viewer", Icon: Landmark },
    { href: "/desk/figures", label: "آمار", least: "viewer", Icon: ChartColumn },
  ],
  [
    { href: "/desk/log", label: "دفتر رویدادها", least: "owner", Icon: ScrollText },
    { href: "/desk/settings", label: "تنظیمات", least: "viewer", Icon: Settings },
  ],
];

/** Addresses that a phone shows in its bottom bar; the others stand behind «بیشتر». */
const ON_PHONES: readonly string[] = ["/desk", "/desk/orders", "/desk/stock"];

/** `/desk` leads to the first entry until it has a screen of its own. */
const HAS_TODAY = true;

const exists = ({ href }: Entry) =>
  deskPages.some(({ path }) => path === href) && (href !== "/desk" || HAS_TODAY);

/** Returns the groups of entries that a role sees; none is empty. */
export function entriesFor(role: Role): readonly (readonly Entry[])[] {
  return GROUPS.map((group) =>
    group.filter((entry) => exists(entry) && isAtLeast(role, entry.least)),
  ).filter((group) => group.length > 0);
}

export function entriesOnPhones(role: Role): readonly Entry[] {
  return entriesFor(role)
    .flat()
    .filter(({ href }) => ON_PHONES.includes(href));
}

/** True for the entry whose page is open, or a page below it. */
export function isCurrent({ href }: Entry, pathname: string): boolean {
  return href === "/desk"
    ? pathname === href
    : pathname === href || pathname.startsWith(`${href}/`);
}

export const ROLE_NAMES: Record<Role, string> = {
  viewer: "بیننده",
  support: "پشتیبانی",
  finance: "مالی",
  owner: "مالک",
};
