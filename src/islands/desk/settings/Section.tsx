import { type ReactNode, useId } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import type { Loaded } from "../../../stores/loaded.ts";

interface SectionProps<Value> {
  title: string;
  /** The button at the end of the heading. */
  action?: ReactNode;
  loaded: Loaded<Value>;
  onRetry: () => void;
  children: (value: Value) => ReactNode;
}

/** A part of the settings with a list that is loaded. */
export function Section<Value>({ title, action, loaded, onRetry, children }: SectionProps<Value>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="desk-card">
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {loaded.state === "loading" && (
        <Skeleton>
          <Bone className="m-4 h-10" />
        </Skeleton>
      )}
      {loaded.state === "failed" && <ErrorBox message={loaded.message} onRetry={onRetry} />}
      {loaded.state === "ready" && <div className="contents">{children(loaded.value)}</div>}
    </section>
  );
}
