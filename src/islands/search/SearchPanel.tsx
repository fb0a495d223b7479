import { useStore } from "@nanostores/react";
import { CircleAlert, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { Search } from "../../stores/search.ts";
import { FoundResults } from "./FoundResults.tsx";
import { toGroups } from "./result-groups.ts";
import type { SearchMount } from "./search-mount.ts";
import { EMPTY, FAILED } from "./search-sentences.ts";

const BONES = [0, 1, 2, 3];

interface SearchPanelProps {
  mount: SearchMount;
  search: Search;
  onLeave: () => void;
}

/** The panel below a search field. Renders nothing before the first search. */
export function SearchPanel({ mount, search, onLeave }: SearchPanelProps) {
  const state = useStore(search.$search);
  if (state.state === "idle") return null;
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
  const groups = toGroups(state.found);
  if (groups.length === 0) {
    return (
      <Message icon={<SearchX size={26} aria-hidden="true" />} text={EMPTY}>
        <p className="search-advice">با نام کوتاه‌تر یا نام انگلیسی هم امتحان کنید.</p>
      </Message>
    );
  }
  return <FoundResults key={state.query} mount={mount} groups={groups} onLeave={onLeave} />;
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
      {icon}
      <p>{text}</p>
      {children}
    </div>
  );
}
