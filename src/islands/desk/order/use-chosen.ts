import { useState } from "react";
import type { Order } from "../../../stores/desk/order.ts";
import type { Chosen } from "./act.ts";
import { isInHand } from "./words.ts";

interface Picked {
  itemId: string;
  codeIds: readonly string[];
}

/** Holds the item and the codes that decisions are about, and chooses others. */
export function useChosen(order: Order) {
  const [picked, choose] = useState<Picked | null>(null);
  const chosen = chosenOf(order, picked);
  return {
    chosen,
    choose,
    /** Chooses the item that is `by` places after this one. */
    move: (by: number) => {
      const at = order.items.findIndex(({ id }) => id === chosen?.item.id);
      const next = order.items[at + by];
      if (next) choose({ itemId: next.id, codeIds: [] });
    },
  };
}

/**
 * Returns what the operator picked. Before that, returns the codes with a complaint, else the first
 * item that waits, else the first item.
 */
function chosenOf(order: Order, picked: Picked | null): Chosen | null {
  const item = order.items.find(({ id }) => id === picked?.itemId);
  // Codes that were replaced or refunded in the meantime are no longer chosen.
  if (item && picked) {
    const here = item.codes.filter(isInHand).map(({ id }) => id);
    return { item, codeIds: picked.codeIds.filter((id) => here.includes(id)) };
  }
  const complained = order.items.find(({ codes }) => codes.some((c) => c.state === "reported"));
  if (complained) {
    const codes = complained.codes.filter(({ state }) => state === "reported");
    return { item: complained, codeIds: codes.map(({ id }) => id) };
  }
  const first = order.items.find(({ waitingSince }) => waitingSince !== null) ?? order.items[0];
  return first ? { item: first, codeIds: [] } : null;
}
