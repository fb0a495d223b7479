import { type KeyboardEvent, useRef } from "react";
import { formatNumber } from "../../../persian/toman.ts";
import type { Kind, ResultGroup } from "./result-groups.ts";

export type Tab = "all" | Kind;

interface ResultTabsProps {
  listId: string;
  groups: readonly ResultGroup[];
  tab: Tab;
  onChoose: (tab: Tab) => void;
}

/** A tab for all results, and one for each group with results. Arrow keys move between them. */
export function ResultTabs({ listId, groups, tab, onChoose }: ResultTabsProps) {
  const bar = useRef<HTMLDivElement>(null);
  const total = groups.reduce((sum, { results }) => sum + results.length, 0);
  const tabs: { id: Tab; label: string; count: number }[] = [
    { id: "all", label: "همه", count: total },
    ...groups.map(({ kind, label, results }) => ({ id: kind, label, count: results.length })),
  ];
  const press = (event: KeyboardEvent) => {
    // Right to left: the next tab is on the left.
    const step = event.key === "ArrowLeft" ? 1 : event.key === "ArrowRight" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = (tabs.findIndex(({ id }) => id === tab) + step + tabs.length) % tabs.length;
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
          type="button"
          role="tab"
          aria-selected={id === tab}
          aria-controls={listId}
          tabIndex={id === tab ? 0 : -1}
          onClick={() => {
            onChoose(id);
          }}
          onKeyDown={press}
        >
          {label} <span aria-hidden="true">{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
}
