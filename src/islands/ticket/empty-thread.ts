import type { TicketStatus } from "../../../contract/ticket.ts";

/**
 * Tells the shopper of a ticket without messages when an answer comes, or, once the ticket is
 * closed, that there are no messages.
 */
export const tellEmptyThread = (status: TicketStatus): string =>
  status === "Closed"
    ? "هیچ پیامی موجود نیست."
    : "نوشته‌تان به ما رسید. از ساعت ۸ تا ۲۴ پاسخ می‌دهیم و پیامک می‌زنیم.";
