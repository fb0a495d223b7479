import CreditCard from "@lucide/astro/icons/credit-card";
import Gift from "@lucide/astro/icons/gift";
import IdCard from "@lucide/astro/icons/id-card";
import LayoutDashboard from "@lucide/astro/icons/layout-dashboard";
import MessagesSquare from "@lucide/astro/icons/messages-square";
import Package from "@lucide/astro/icons/package";
import ShieldCheck from "@lucide/astro/icons/shield-check";
import TicketPercent from "@lucide/astro/icons/ticket-percent";
import Wallet from "@lucide/astro/icons/wallet";

/** The pages of the account, in the order of its menus. */
export const accountEntries = [
  { href: "/dashboard", label: "داشبورد", Icon: LayoutDashboard },
  { href: "/wallet", label: "کیف پول", Icon: Wallet },
  { href: "/banks", label: "کارت‌های بانکی", Icon: CreditCard },
  { href: "/orders", label: "سفارش‌ها", Icon: Package },
  { href: "/discounts", label: "کدهای تخفیف", Icon: TicketPercent },
  { href: "/tickets", label: "پشتیبانی", Icon: MessagesSquare },
  { href: "/referrals", label: "دعوت از دوستان", Icon: Gift },
  { href: "/authentication", label: "احراز هویت", Icon: IdCard },
] as const;
/** Further pages, which only the menu within the account shows, after the others. */
export const innerEntries = [
  { href: "/security", label: "دستگاه‌ها و رویدادها", Icon: ShieldCheck },
] as const;
