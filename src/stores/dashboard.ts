import { atom } from "nanostores";
import type { getOverview, getRecent, Overview, Recent } from "../../contract/dashboard.ts";
import { call } from "./call.ts";
import type { Loaded } from "./loaded.ts";

/** The answers of both calls of the dashboard, ready when both have arrived. */
export const $dashboard = atom<Loaded<Overview & Recent>>({ state: "loading" });

/** Another backend may leave fields out. */
interface Answer<Half> {
  data?: { [Name in keyof Half]?: Half[Name] | null } | null;
}

export async function loadDashboard(): Promise<void> {
  if ($dashboard.get().state === "failed") $dashboard.set({ state: "loading" });
  const [overview, recent] = await Promise.all([
    call<typeof getOverview>("GET", "/dashboard/overview"),
    call<typeof getRecent>("GET", "/dashboard/recent"),
  ]);
  if (!overview.ok) $dashboard.set({ state: "failed", message: overview.message });
  else if (!recent.ok) $dashboard.set({ state: "failed", message: recent.message });
  else
    $dashboard.set({
      state: "ready",
      value: { ...figuresOf(overview.value), ...latestOf(recent.value) },
    });
}

function figuresOf({ data }: Answer<Overview>): Overview {
  return {
    walletBalance: data?.walletBalance ?? 0,
    ordersCount: data?.ordersCount ?? 0,
    ticketsCount: data?.ticketsCount ?? 0,
    lastCode: data?.lastCode ?? null,
    unreadElsewhere: data?.unreadElsewhere ?? null,
    namesDue: data?.namesDue ?? null,
    answeredTicket: data?.answeredTicket ?? null,
    openPayment: data?.openPayment ?? null,
    reportEnds: data?.reportEnds ?? null,
    expiringCode: data?.expiringCode ?? null,
  };
}

function latestOf({ data }: Answer<Recent>): Recent {
  return { latestOrders: data?.latestOrders ?? [], latestTickets: data?.latestTickets ?? [] };
}
