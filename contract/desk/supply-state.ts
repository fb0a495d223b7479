import { z } from "zod";

/** The state of an order at a supplier. */
export const SupplyState = z.enum([
  "held",
  "due",
  "asking",
  "working",
  "failed",
  "review",
  "refused",
  "done",
  "dropped",
  "returned",
]);
export type SupplyState = z.infer<typeof SupplyState>;

/** Why an order at a supplier was refused, or needs an operator. */
export const SupplyReason = z.enum([
  "price",
  "stock",
  "balance",
  "product",
  "other",
  "several",
  "lost",
  "codes",
]);
export type SupplyReason = z.infer<typeof SupplyReason>;
