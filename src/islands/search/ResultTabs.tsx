import { type KeyboardEvent, useRef } from "react";
import { formatNumber } from "../../../persian/toman.ts";
import type { Kind, ResultGroup } from "./result-groups.ts";

export type Tab = "all" | Kind;

interface ResultTabsProps {
  panelId: string;
  groups: readonly ResultGroup[];
  tab: Tab;
  onChoose: (tab: Tab) => void;
}

/** Returns the id of a tab. The panel is labelled by the tab that is chosen. */
export const tabId = (panelId: string, tab: Tab) => `${panelId}-${tab}`;

/**
 * A tab for all results, and one for each group with results. Arrow keys, Home and End move between
 * them.
 */
export function ResultTabs({ panelId, groups, tab, onChoose }: ResultTabsProps) {
  const bar = useRef<HTMLDivElement>(null);
  const total = groups.reduce((sum, { results }) => sum + results.length, 0);
  const tabs: { id: Tab; label: string; count: number }[] = [
    { id: "all", label: "همه", count: total },
    ...groups.map(({ kind, label, results }) => ({ id: kind, label, count: results.length })),
  ];
  const press = (event: KeyboardEvent) => {
    const now = tabs.findIndex(({ id }) => id === tab);
    const places: Record<string, number> = {
      // Right to left: the next tab is on the left.
      ArrowLeft: now + 1,
      ArrowRight: now - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    const index = place % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChoose(next.id);
    bar.current?.querySelectorAll<HTMLButtonElement>("[role=tab]")[index]?.focus();
  };
  return (
    <div ref={bar} className="search-tabs" role="tablist" aria-label="گروه‌های نتایج">
      {tabs.map(({ id, label, count }) => (
        <button
          key={id}
          id={tabId(panelId, id)}
          type="button"
          role="tab"
          aria-selected={id === tab}
          aria-controls={panelId}
          tabIndex={id === tab ? 0 : -1}
          onClick={() => onChoose(id)}
          onKeyDown={press}
        >
          <span>{`${label} `}</span>
          <span aria-hidden="true">{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
}
