import type { TicketStatus } from "../../../contract/ticket.ts";

/** Says under a ticket without messages what its shopper may wait for; nothing once it is closed. */
export const tellEmptyThread = (status: TicketStatus): string =>
  status === "Closed"
    ? "هیچ پیامی موجود نیست."
    : "نوشته‌تان به ما رسید. از ساعت ۸ تا ۲۴ پاسخ می‌دهیم و پیامک می‌زنیم.";
