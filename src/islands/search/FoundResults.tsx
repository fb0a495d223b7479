import { CircleQuestionMark, History } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { RegionChip } from "../../parts/RegionChip.tsx";
import { ResultTabs, type Tab, tabId } from "./ResultTabs.tsx";
import type { Kind, Result, ResultGroup } from "./result-groups.ts";
import type { SearchMount } from "./search-mount.ts";
import { useResultKeys } from "./use-result-keys.ts";

/** Number of images loaded at once; the others load when they scroll into view. */
const EAGER_IMAGES = 3;

interface FoundResultsProps {
  mount: SearchMount;
  groups: readonly ResultGroup[];
  /** False for lists that need no tabs, because they have few groups. */
  hasTabs?: boolean;
  onLeave: () => void;
  /** Content above the results. */
  children?: ReactNode;
}

/**
 * Search results in groups. A tab shows only its group in the header's box, and scrolls to its
 * group in the overlay.
 */
export function FoundResults({
  mount,
  groups,
  hasTabs = true,
  onLeave,
  children,
}: FoundResultsProps) {
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
  const option = (kind: Kind) => (result: Result) => {
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
        // `onLeave` removes the link, so it is called only after the browser has followed the link.
        onClick={() => setTimeout(onLeave)}
      >
        {result.imageUrl === null ? (
          <span className="search-image search-sign">
            {kind === "recent" ? <History size={18} /> : <CircleQuestionMark size={18} />}
          </span>
        ) : (
          <img
            className="search-image"
            src={result.imageUrl}
            alt=""
            width={64}
            height={40}
            loading={index < EAGER_IMAGES ? "eager" : "lazy"}
            decoding="async"
          />
        )}
        <span className="search-name">
          <bdi translate="no">{result.name}</bdi>
          {result.detail !== undefined && (
            <span className="search-facts">
              {result.region !== undefined && <RegionChip region={result.region} />}
              <span>{` ${result.detail} `}</span>
              {result.price !== undefined && <b>{result.price}</b>}
            </span>
          )}
        </span>
      </a>
    );
  };
  return (
    <div className="search-panel">
      <div className="contents">{children}</div>
      {hasTabs && <ResultTabs panelId={panelId} groups={groups} tab={tab} onChoose={choose} />}
      <div
        id={panelId}
        {...(hasTabs && { role: "tabpanel", tabIndex: 0, "aria-labelledby": tabId(panelId, tab) })}
      >
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
              {ofKind.map(option(kind))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
