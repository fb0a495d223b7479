import { useRef, useState } from "react";
import { ResultTabs, type Tab, tabId } from "./ResultTabs.tsx";
import type { Result, ResultGroup } from "./result-groups.ts";
import type { SearchMount } from "./search-mount.ts";
import { useResultKeys } from "./use-result-keys.ts";

/** Number of images loaded at once; the others load when they scroll into view. */
const EAGER_IMAGES = 3;

interface FoundResultsProps {
  mount: SearchMount;
  groups: readonly ResultGroup[];
  onLeave: () => void;
}

/**
 * Search results in groups. A tab shows only its group in the header's box, and scrolls to its
 * group in the overlay.
 */
export function FoundResults({ mount, groups, onLeave }: FoundResultsProps) {
  const [tab, setTab] = useState<Tab>("all");
  const list = useRef<HTMLDivElement>(null);
  const isOverlay = mount.overlay !== null;
  const panelId = `${mount.listId}-panel`;
  const shown = isOverlay || tab === "all" ? groups : groups.filter(({ kind }) => kind === tab);
  const results = shown.flatMap((group) => group.results);
  const { active, setActive } = useResultKeys(mount, results.length);
  const choose = (chosen: Tab) => {
    setTab(chosen);
    if (!isOverlay) setActive(-1);
    else if (chosen === "all") mount.panel.scrollTo({ top: 0 });
    else list.current?.querySelector(`[data-kind=${chosen}]`)?.scrollIntoView({ block: "start" });
  };
  const option = (result: Result) => {
    const index = results.indexOf(result);
    return (
      <a
        key={result.id}
        id={`${mount.listId}-${String(index)}`}
        role="option"
        aria-selected={index === active}
        tabIndex={-1}
        href={result.href}
        className="search-result"
        // Deferred, so that the browser follows the link before it is removed.
        onClick={() => setTimeout(onLeave)}
      >
        <img
          className="search-image"
          src={result.imageUrl}
          alt=""
          width={64}
          height={40}
          loading={index < EAGER_IMAGES ? "eager" : "lazy"}
          decoding="async"
        />
        <bdi>{result.name}</bdi>
      </a>
    );
  };
  return (
    <div className="search-panel">
      <ResultTabs panelId={panelId} groups={groups} tab={tab} onChoose={choose} />
      <div id={panelId} role="tabpanel" tabIndex={0} aria-labelledby={tabId(panelId, tab)}>
        <div ref={list} id={mount.listId} role="listbox" aria-label="نتایج جستجو">
          {shown.map(({ kind, label, results: ofKind }) => (
            <div
              key={kind}
              role="group"
              aria-labelledby={`${mount.listId}-${kind}`}
              data-kind={kind}
            >
              <p id={`${mount.listId}-${kind}`} className="search-label" role="presentation">
                {label}
              </p>
              {ofKind.map(option)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
