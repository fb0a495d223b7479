import type { TextLimits } from "../../stores/text-rule.ts";

/** What the contract allows in a ticket, told to the browser by the page. */
export interface TicketLimits {
  title: TextLimits;
  text: TextLimits;
  imageMaxBytes: number;
}
