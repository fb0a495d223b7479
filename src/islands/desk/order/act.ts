import type { Role } from "../../../../contract/desk/endpoint.ts";
import type { Code, Consequences, Item, Order } from "../../../stores/desk/order.ts";

/** An act that an operator is about to do. */
export type Act =
  | { kind: "note" }
  | { kind: "answer"; ticket: Order["tickets"][number] }
  | { kind: "replace"; codeId: string; name: string; isByHand: boolean }
  | { kind: "refund"; item: Item; codeIds: readonly string[]; consequences: Consequences["refund"] }
  | { kind: "deliver"; item: Item }
  | { kind: "look"; status: "released" | "refunded"; total: number }
  | { kind: "reveal"; code: Code };

/** The props of a form in a dialog. */
export interface FormProps<Kind extends Act["kind"]> {
  orderId: string;
  act: Extract<Act, { kind: Kind }>;
  onClose: () => void;
}

/** Returns the subject of an act, so that a text typed for one code is not offered for another. */
export function subjectOf(act: Act): string {
  switch (act.kind) {
    case "note":
      return "";
    case "answer":
      return act.ticket.id;
    case "replace":
      return act.codeId;
    case "refund":
      return [act.item.id, ...act.codeIds].join(" ");
    case "deliver":
      return act.item.id;
    case "look":
      return act.status;
    case "reveal":
      return act.code.id;
  }
}

/** The calls about an order that the operator's role and areas allow. */
export interface May {
  refund: boolean;
  reveal: boolean;
  look: boolean;
  check: boolean;
}
export const NOTHING: May = { refund: false, reveal: false, look: false, check: false };

/** The item, or single codes of it, that a decision is about. */
export interface Chosen {
  item: Item;
  /** Empty when the decision is about everything that is left of the item. */
  codeIds: readonly string[];
}

export interface WaysOutProps {
  order: Order;
  chosen: Chosen | null;
  role: Role;
  may: May;
  ticket: Order["tickets"][number] | undefined;
  hasTickets: boolean;
  onAct: (act: Act) => void;
}
