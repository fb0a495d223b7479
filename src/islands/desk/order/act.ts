import type { Code, Consequences, Item, Order } from "../../../stores/desk/order.ts";

/** What an operator is about to do. */
export type Act =
  | { kind: "note" }
  | { kind: "answer"; ticket: Order["tickets"][number] }
  | { kind: "replace"; codeId: string; isByHand: boolean }
  | { kind: "refund"; item: Item; codeIds: readonly string[]; consequences: Consequences["refund"] }
  | { kind: "deliver"; item: Item }
  | { kind: "look"; status: "released" | "refunded"; total: number }
  | { kind: "reveal"; code: Code };

/** What a form of a dialog needs. */
export interface FormProps<Kind extends Act["kind"]> {
  orderId: string;
  act: Extract<Act, { kind: Kind }>;
  onClose: () => void;
}
