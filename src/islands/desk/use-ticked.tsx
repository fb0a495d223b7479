import { useState } from "react";

/** Holds which rows of a list are ticked, for an act on all of them. */
export function useTicked() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tick = (ids: readonly string[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const id of ids)
      if (isTicked) next.add(id);
      else next.delete(id);
    setTicked(next);
  };
  return {
    ticked,
    tick,
    untick: () => {
      setTicked(new Set());
    },
    /** Returns the checkbox of a row. */
    boxOf: (id: string, label: string) => (
      <input
        type="checkbox"
        className="tick"
        aria-label={label}
        checked={ticked.has(id)}
        onChange={(event) => {
          tick([id], event.target.checked);
        }}
      />
    ),
  };
}
