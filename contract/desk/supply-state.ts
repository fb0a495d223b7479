import { z } from "zod";

/** How far an order at a supplier is. */
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

/** Why it was refused, or has to be looked at. */
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
