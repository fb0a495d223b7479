import { dayOf, daysInMonth, readPersian, writePersian } from "../../../../persian/calendar.ts";

/** Returns the URL of a page of figures for a period: /desk/figures?month=1405-08. */
export function periodAddress(
  path: string,
  name: string,
  view: "chart" | "table" = "chart",
): string {
  const part = name.length === 10 ? "day" : name.length === 7 ? "month" : "year";
  return `${path}?${part}=${name}${view === "table" ? "&view=table" : ""}`;
}

/** Returns the query of a call for the period that the page's own query names, or "". */
export function askedPeriod(search: URLSearchParams): string {
  const [part, name] =
    (["day", "month", "year"] as const)
      .map((one) => [one, search.get(one)] as const)
      .find(([, value]) => value) ?? [];
  return part && name ? `?${part}=${encodeURIComponent(name)}` : "";
}

/** Returns the URL of the payments or refunds of a day (1405-08-27) or a month (1405-08). */
export function flowAddress(kind: "payment" | "refund", name: string): string {
  const { year = 0, month = 1, day } = readPersian(name) ?? {};
  const [from, to] = [1, daysInMonth(year, month)].map((end) =>
    writePersian(dayOf({ year, month, day: day ?? end })),
  );
  return `/desk/money?tab=flow&kind=${kind}&from=${from ?? ""}&to=${to ?? ""}`;
}
