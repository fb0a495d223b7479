import { atom } from "nanostores";
import type { getOverview, getRecent, Overview, Recent } from "../../contract/dashboard.ts";
import { type AnswerOf, call } from "./call.ts";
import type { Loaded } from "./loaded.ts";

/** Both halves of the overview: it is shown when both are here. */
export const $dashboard = atom<Loaded<Overview & Recent>>({ state: "loading" });

export async function loadDashboard(): Promise<void> {
  if ($dashboard.get().state === "failed") $dashboard.set({ state: "loading" });
  const [overview, recent] = await Promise.all([
    call<AnswerOf<typeof getOverview>>("GET", "/dashboard/overview"),
    call<AnswerOf<typeof getRecent>>("GET", "/dashboard/recent"),
  ]);
  if (!overview.ok) $dashboard.set({ state: "failed", message: overview.message });
  else if (!recent.ok) $dashboard.set({ state: "failed", message: recent.message });
  else $dashboard.set({ state: "ready", value: { ...overview.value.data, ...recent.value.data } });
}
