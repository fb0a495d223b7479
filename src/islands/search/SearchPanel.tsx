import { useStore } from "@nanostores/react";
import { CircleAlert, SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Search } from "../../stores/search.ts";
import { forgetSearches, readBeforeTyping } from "./before-typing.ts";
import { FoundResults } from "./FoundResults.tsx";
import { toGroups, toSuggestions } from "./result-groups.ts";
import type { SearchMount } from "./search-mount.ts";
import { EMPTY, FAILED } from "./search-sentences.ts";

const BONES = [0, 1, 2, 3];

interface SearchPanelProps {
  mount: SearchMount;
  search: Search;
  onLeave: () => void;
}

/** The panel below a search field. The field in the header has no panel before the first search. */
export function SearchPanel({ mount, search, onLeave }: SearchPanelProps) {
  const state = useStore(search.$search);
  if (state.state === "idle")
    return mount.overlay && <BeforeTyping mount={mount} onLeave={onLeave} />;
  if (state.state === "loading") return <Loading />;
  if (state.state === "failed") {
    return (
      <Message icon={<CircleAlert size={26} aria-hidden="true" />} text={FAILED}>
        <button
          type="button"
          className="button-quiet"
          onClick={() => {
            search.askNow(mount.field.value);
            mount.field.focus();
          }}
        >
          تلاش دوباره
        </button>
      </Message>
    );
  }
  const { query, found } = state;
  const groups = toGroups(found);
  const notice = found.notice !== null && <p className="search-notice">{found.notice}</p>;
  if (groups.length > 0) {
    return (
      <FoundResults key={query} mount={mount} groups={groups} onLeave={onLeave}>
        {notice}
      </FoundResults>
    );
  }
  const suggestions = toSuggestions(found);
  const advice = notice || (
    <div className="search-message">
      <SearchX size={26} aria-hidden="true" />
      <p>{EMPTY}</p>
      <p className="search-advice">با نام کوتاه‌تر یا نام انگلیسی هم امتحان کنید.</p>
    </div>
  );
  return (
    <FoundResults
      key={query}
      mount={mount}
      groups={suggestions.results.length > 0 ? [suggestions] : []}
      hasTabs={false}
      onLeave={onLeave}
    >
      {advice}
    </FoundResults>
  );
}

/**
 * Recent and popular searches, in the overlay only: wide screens have the menu beside the field.
 */
function BeforeTyping({ mount, onLeave }: Omit<SearchPanelProps, "search">) {
  const [groups, setGroups] = useState(readBeforeTyping);
  const hasRecent = groups.some(({ kind }) => kind === "recent");
  return (
    <FoundResults mount={mount} groups={groups} hasTabs={false} onLeave={onLeave}>
      {hasRecent && (
        <button
          type="button"
          className="button-quiet search-forget"
          onClick={() => {
            forgetSearches();
            setGroups(readBeforeTyping());
            mount.field.focus();
          }}
        >
          پاک کردن جستجوهای اخیر
        </button>
      )}
    </FoundResults>
  );
}

function Loading() {
  return (
    <div className="search-panel" aria-hidden="true" data-search-loading>
      {BONES.map((bone) => (
        <div key={bone} className="search-result">
          <span className="search-bone search-image" />
          <span className="search-bone" />
        </div>
      ))}
    </div>
  );
}

function Message({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <div className="search-panel search-message">
      <span className="contents">{icon}</span>
      <p>{text}</p>
      <div className="contents">{children}</div>
    </div>
  );
}
