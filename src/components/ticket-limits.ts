import {
  TICKET_TEXT_MAX,
  TICKET_TEXT_MIN,
  TICKET_TITLE_MAX,
  TICKET_TITLE_MIN,
} from "../../contract/ticket.ts";
import { IMAGE_MAX_BYTES } from "../../contract/upload.ts";

/** The contract's limits for a ticket, for pages to pass to their islands. */
export const ticketLimits = {
  title: { minimum: TICKET_TITLE_MIN, maximum: TICKET_TITLE_MAX },
  text: { minimum: TICKET_TEXT_MIN, maximum: TICKET_TEXT_MAX },
  imageMaxBytes: IMAGE_MAX_BYTES,
} as const;
