import { useState } from "react";

/** The rows of a list that are ticked, to be done something with together. */
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
    /** Returns the box of a row. */
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
