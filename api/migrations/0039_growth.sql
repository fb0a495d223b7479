-- Reading stays the same as the shop grows.

-- Without statistics SQLite takes an index of states for as good as one of a single order or person.
-- These two are only for lists by time, which say so.
DROP INDEX order_item_by_delivery;
CREATE INDEX order_item_by_delivery ON order_item (delivery_status, ordered_at, order_id)
  WHERE ordered_at > 0;
DROP INDEX orders_by_state;
CREATE INDEX orders_by_state ON orders (state, created_at, id) WHERE created_at > 0;

-- Finds the lines of the log about a person and what is theirs.
CREATE INDEX desk_decision_about ON desk_decision (subject_id, created_at, id);
