import { useKeys } from "../keys.ts";

/** The tabs of money: their addresses, names and keys. */
export const MONEY_TABS = [
  { tab: "flow", label: "جریان", code: "Digit1" },
  { tab: "withdrawals", label: "برداشت‌ها", code: "Digit2" },
  { tab: "stray", label: "سرگردان", code: "Digit3" },
  { tab: "closings", label: "بستن روز", code: "Digit4" },
] as const;
/** The key of the tab for the daily close. */
const CLOSING_KEY = "KeyC";

/** Returns the address of a tab. The daily close has a page of its own. */
export const addressOf = (tab: (typeof MONEY_TABS)[number]["tab"]) =>
  tab === "closings" ? "/desk/closings" : `/desk/money?tab=${tab}`;

/** Offers the keys of the tabs. */
export function useTabKeys(): void {
  useKeys("زبانه‌ها", [
    ...MONEY_TABS.map(({ tab, label, code }) => ({
      code,
      label,
      act: () => {
        openTab(tab);
      },
    })),
    {
      code: CLOSING_KEY,
      label: "بستن روز",
      act: () => {
        openTab("closings");
      },
    },
  ]);
}

function openTab(tab: Parameters<typeof addressOf>[0]): void {
  location.assign(addressOf(tab));
}
