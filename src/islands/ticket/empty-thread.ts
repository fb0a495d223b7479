import type { TicketStatus } from "../../../contract/ticket.ts";

/**
 * Returns the sentence that is shown for a ticket without messages: when an answer can be expected,
 * or, for a closed ticket, that there are no messages.
 */
export const tellEmptyThread = (status: TicketStatus): string =>
  status === "Closed"
    ? "هیچ پیامی موجود نیست."
    : "نوشته‌تان به ما رسید. از ساعت ۸ تا ۲۴ پاسخ می‌دهیم و پیامک می‌زنیم.";
