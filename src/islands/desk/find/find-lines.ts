import {
  Banknote,
  CreditCard,
  KeyRound,
  Landmark,
  type LucideIcon,
  MessageCircle,
  PanelRight,
  ShoppingBag,
  Undo2,
  User,
  Zap,
} from "lucide-react";
import { searchKey } from "../../../../persian/search-key.ts";
import type { Found } from "../../../stores/desk/find.ts";
import { type DeskKey, capOf } from "../../../stores/desk/keys.ts";

/** The lines of the search: the results, and the commands and screens that match the text. */

/** A screen that the search leads to. */
export interface FindPage {
  href: string;
  label: string;
}

export interface Line {
  id: string;
  Icon: LucideIcon;
  title: string;
  detail: string;
  cap?: string;
  /** Null when nothing can be opened yet. */
  act: (() => void) | null;
}

export interface Section {
  title: string;
  lines: Line[];
}

const GROUPS: readonly { kinds: readonly Found["kind"][]; title: string }[] = [
  { kinds: ["code"], title: "کد، از روی اثر انگشتش" },
  { kinds: ["order"], title: "سفارش" },
  { kinds: ["payment", "refund", "withdrawal"], title: "پول" },
  { kinds: ["person", "card"], title: "اشخاص" },
  { kinds: ["ticket"], title: "هر جا که نامش آمده" },
];
const ICONS: Record<Found["kind"], LucideIcon> = {
  code: KeyRound,
  order: ShoppingBag,
  payment: Banknote,
  refund: Undo2,
  withdrawal: Landmark,
  person: User,
  card: CreditCard,
  ticket: MessageCircle,
};

/**
 * True when the text is empty or is exactly the name of a command or screen: Enter then does not
 * search.
 */
export const isCommand = (text: string, lines: readonly Line[]) =>
  text.trim() === "" || lines.some(({ title }) => title === text.trim());

/** Returns the lines of everything found, by kind. */
export function foundSections(found: readonly Found[], pages: readonly FindPage[]): Section[] {
  return GROUPS.map(({ kinds, title }) => ({
    title,
    lines: found
      .filter(({ kind }) => kinds.includes(kind))
      .map((one): Line => ({
        id: `${one.kind}-${one.id}`,
        Icon: ICONS[one.kind],
        title: one.title,
        detail: one.detail,
        act: goTo(addressOf(one, pages)),
      })),
  })).filter(({ lines }) => lines.length > 0);
}

/**
 * Returns the address of the ticket, the order or the person; null when no screen shows the result.
 */
function addressOf(found: Found, pages: readonly FindPage[]): string | null {
  const has = (href: string) => pages.some((page) => page.href === href);
  if (found.ticketId !== null && has("/desk/tickets")) return `/desk/tickets/${found.ticketId}`;
  if (found.orderId !== null) return `/desk/orders/${found.orderId}`;
  if (found.personId === null) return null;
  return has("/desk/people")
    ? `/desk/people/${found.personId}`
    : `/desk/orders?person=${found.personId}`;
}

const goTo = (address: string | null) =>
  address === null
    ? null
    : () => {
        location.assign(address);
      };

/** Returns the commands and screens whose names contain the text. */
export function commandSections(
  text: string,
  pages: readonly FindPage[],
  keys: readonly DeskKey[],
): Section[] {
  const requested = searchKey(text);
  const fits = (label: string) => searchKey(label).includes(requested);
  const commands = keys
    .filter(({ label, code, isCtrl }) => fits(label) && !(isCtrl === true && code === "KeyK"))
    .map((key): Line => ({
      id: `key-${key.code}${key.isShift === true ? "-shift" : ""}`,
      Icon: Zap,
      title: key.label,
      detail: "",
      cap: capOf(key),
      act: key.act,
    }));
  const screens = pages
    .filter(({ label }) => fits(label))
    .map(({ href, label }): Line => ({
      id: `page-${href.replaceAll("/", "-")}`,
      Icon: PanelRight,
      title: label,
      detail: "",
      act: goTo(href),
    }));
  return [
    { title: "کارها", lines: commands },
    { title: "بخش‌ها", lines: screens },
  ].filter(({ lines }) => lines.length > 0);
}
