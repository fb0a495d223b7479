import { useEffect, useRef, useState } from "react";

/**
 * Returns the outcome of a payment, which `take` gives only once. Returns null until the island is
 * hydrated, and "none" when the browser has stored no outcome.
 */
export function useOutcome<Outcome extends object>(
  take: () => Outcome | null,
): Outcome | "none" | null {
  const isTaken = useRef(false);
  const [outcome, setOutcome] = useState<Outcome | "none" | null>(null);
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    setOutcome(take() ?? "none");
  }, [take]);
  return outcome;
}
