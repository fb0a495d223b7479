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
import { type Caller, mayCall } from "../../../contract/desk/caller.ts";
import type { DeskEndpoint, Role } from "../../../contract/desk/endpoint.ts";
import { deskPages, needsOfPage } from "../../../contract/desk/pages.ts";
import { DECIDING } from "../../../contract/desk/queue.ts";

interface Entry {
  href: string;
  label: string;
  Icon: typeof Inbox;
}

/**
 * The entries of the rail, in its four groups. An entry is shown if its page is in
 * contract/desk/pages.ts and the operator may open it.
 */
const GROUPS: readonly (readonly Entry[])[] = [
  [
    { href: "/desk", label: "امروز", Icon: Inbox },
    { href: "/desk/tickets", label: "تیکت‌ها", Icon: MessageCircle },
    { href: "/desk/orders", label: "سفارش‌ها", Icon: ShoppingBag },
    { href: "/desk/people", label: "اشخاص", Icon: Users },
  ],
  [
    { href: "/desk/products", label: "کالا و قیمت", Icon: Tag },
    { href: "/desk/prices", label: "نرخ و قیمت", Icon: TrendingUp },
    { href: "/desk/stock", label: "انبار کد", Icon: KeyRound },
    { href: "/desk/suppliers", label: "تأمین‌کننده", Icon: Truck },
    { href: "/desk/discount-codes", label: "کد تخفیف", Icon: TicketPercent },
  ],
  [
    { href: "/desk/money", label: "پول", Icon: Landmark },
    { href: "/desk/figures", label: "آمار", Icon: ChartColumn },
  ],
  [
    { href: "/desk/log", label: "دفتر رویدادها", Icon: ScrollText },
    { href: "/desk/settings", label: "تنظیمات", Icon: Settings },
  ],
];

/** The paths of the entries that a phone shows in its bottom bar. «بیشتر» shows the others. */
const ON_PHONES: readonly string[] = ["/desk", "/desk/orders", "/desk/stock"];

const exists = ({ href }: Entry) => deskPages.some(({ path }) => path === href);

/** True when the operator may decide at least one kind of thing in the queue. */
export const hasToday = (caller: Caller): boolean =>
  Object.values(DECIDING).some((call) => mayCall(call, caller));

/** Returns the groups of entries that this operator sees, without empty groups. */
export function entriesFor(caller: Caller): readonly (readonly Entry[])[] {
  return GROUPS.map((group) =>
    group.filter(
      (entry) =>
        exists(entry) &&
        (entry.href !== "/desk" || hasToday(caller)) &&
        mayCall(needsOfPage(entry.href), caller),
    ),
  ).filter((group) => group.length > 0);
}

/** True when the operator may make this call. Only then does a page show the controls for it. */
export const opens = (
  call: Pick<DeskEndpoint, "role" | "area">,
  operator: Caller | undefined,
): boolean => operator !== undefined && mayCall(call, operator);

export function entriesOnPhones(caller: Caller): readonly Entry[] {
  return entriesFor(caller)
    .flat()
    .filter(({ href }) => ON_PHONES.includes(href));
}

/** True for the entry of the open page, or of a page above the open one. */
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
