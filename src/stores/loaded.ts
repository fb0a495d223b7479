/** Data from the shop: loading, failed or ready. */
export type Loaded<Value> =
  { state: "loading" } | { state: "failed"; message: string } | { state: "ready"; value: Value };
