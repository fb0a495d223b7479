import { useEffect, useRef, useState } from "react";

/**
 * Takes the outcome of a payment, which `take` returns only once. Returns null until the island is
 * hydrated, and "none" when the browser holds no outcome.
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
