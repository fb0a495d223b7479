/** Something that comes from the shop: on its way, refused, or here. */
export type Loaded<Value> =
  { state: "loading" } | { state: "failed"; message: string } | { state: "ready"; value: Value };
