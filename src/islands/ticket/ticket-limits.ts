import type { TextLimits } from "../../stores/text-rule.ts";

/**
 * The contract's limits for a ticket. Pages pass them in, because islands cannot import the
 * contract.
 */
export interface TicketLimits {
  title: TextLimits;
  text: TextLimits;
  imageMaxBytes: number;
}
