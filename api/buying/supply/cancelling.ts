import type { SupplyState } from "../../../contract/desk/supply-state.ts";

/**
 * States in which no codes can come for an item, so that its buyer may give it up: not sent yet,
 * clearly refused, or failed with the money back.
 */
const UNSENT: readonly (SupplyState | null)[] = ["due", "refused", "returned"];

export const isUnsent = (state: SupplyState | null) => UNSENT.includes(state);

const ASKABLE: readonly (SupplyState | null)[] = [
  "due",
  "asking",
  "working",
  "failed",
  "review",
  "refused",
];

/** True for a state of a supplier order in which an operator may make its next step due at once. */
export const canAsk = (state: SupplyState | null) => ASKABLE.includes(state);

/**
 * SQL text: true when the buyer may give up an item of the order `o` that a supplier was to bring.
 */
export const HAS_UNSENT = `(o.look_due_at IS NULL AND EXISTS (
    SELECT 1 FROM order_item ui JOIN supplier_order q ON q.order_item_id = ui.id
    WHERE ui.order_id = o.id AND ui.delivery_status = 'processing'
      AND q.state IN (${UNSENT.map((state) => `'${String(state)}'`).join(", ")})))`;

/**
 * SQL text: true while the item `i` of the order `o` waits for a supplier and not yet for the desk.
 * This usually takes less than a minute.
 */
export const IS_COMING = `(i.delivery_status = 'processing' AND i.waiting_since IS NULL
    AND o.look_due_at IS NULL AND o.profile_due_at IS NULL AND EXISTS (
      SELECT 1 FROM supplier_order q WHERE q.order_item_id = i.id
        AND q.state IN ('due', 'asking', 'working')))`;

/**
 * SQL text: since when the item `i` of the order `o` waits for a supplier or the desk. Before the
 * first attempt: since the order was paid or its hold ended. During the first attempt: since it was
 * sent. From the second attempt on: since the supplier order was inserted, so that the whole delay
 * counts.
 */
export const AWAITED_SINCE = `iif(${IS_COMING}, (
    SELECT iif(q.attempts = 0, o.updated_at, iif(q.attempts = 1, q.asked_at, q.created_at))
    FROM supplier_order q WHERE q.order_item_id = i.id), i.waiting_since)`;

/** SQL text: the state of the order at a supplier for the item `i`; null while it is held for a look. */
export const SUPPLY_STATE = `(SELECT q.state FROM supplier_order q JOIN orders so ON so.id = i.order_id
    WHERE q.order_item_id = i.id AND so.look_due_at IS NULL)`;
