import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { loadedOf } from "../../../stores/call.ts";
import type { Loaded } from "../../../stores/loaded.ts";
import { $orderVersion, type Consequences, weigh } from "../../../stores/desk/order.ts";

/**
 * Loads the consequences of a decision about an item, or about some of its codes. `codes` has the
 * ids of these codes, joined by commas; it is empty for the whole item.
 */
export function useConsequences(itemId: string, codes: string): Loaded<Consequences> {
  // A reloaded order may have other consequences.
  const key = `${String(useStore($orderVersion))} ${itemId} ${codes}`;
  const [weighed, setWeighed] = useState<{ of: string; loaded: Loaded<Consequences> }>();
  useEffect(() => {
    let isStale = false;
    void weigh(itemId, codes).then((outcome) => {
      if (isStale) return;
      setWeighed({ of: key, loaded: loadedOf(outcome, ({ consequences }) => consequences) });
    });
    return () => {
      isStale = true;
    };
  }, [itemId, codes, key]);
  return weighed?.of === key ? weighed.loaded : { state: "loading" };
}
