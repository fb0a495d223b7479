import type { Ticket, TicketMessage, TicketSummary } from "../../contract/ticket.ts";

/** Tickets as the shop answers them, for states that a test cannot cause. */

/** The picture of the sample messages, below /api/v1. */
export const SAMPLE_IMAGE = "/uploads/AAAAAAAAAAAAAAAAAAAAAA";

export function sampleTicketSummary(ticket: Partial<TicketSummary> = {}): TicketSummary {
  return {
    id: "ticket-1",
    number: "6562318",
    title: "کد ریزر گلد در حساب آمریکا پذیرفته نشد",
    description:
      "سلام. کد را همان لحظه وارد کردم و پیام «Invalid PIN» دیدم.\nعکس صفحه را پیوست کرده‌ام.",
    imageUrl: null,
    status: "Open",
    // The first minutes of Nowruz 1405 in Tehran.
    createdAt: "2026-03-20T20:45:00.000Z",
    updatedAt: "2026-03-20T20:45:00.000Z",
    ...ticket,
  };
}

/** `count` tickets, newest first, with their numbers as titles. */
export function sampleTickets(count: number, from = 1): TicketSummary[] {
  const statuses = ["Open", "In Progress", "Owner Responded", "User Responded", "Closed"] as const;
  return Array.from({ length: count }, (_, index) =>
    sampleTicketSummary({
      id: `ticket-${String(from + index)}`,
      title: `تیکت ${String(from + index)}`,
      status: statuses[index % statuses.length] ?? "Open",
    }),
  );
}

export function sampleMessage(message: Partial<TicketMessage> = {}): TicketMessage {
  return {
    id: "message-1",
    content: "درود. کد شما بررسی شد؛ لطفاً ریجن حساب خود را بفرستید تا پیگیری کنیم.",
    imageUrl: null,
    createdAt: "2026-03-21T08:00:00.000Z",
    senderType: "owner",
    User: { firstName: "مهسا", lastName: "پشتیبان" },
    ...message,
  };
}

export function sampleTicket(ticket: Partial<Ticket> = {}): Ticket {
  const own = sampleMessage({
    id: "message-2",
    senderType: "buyer",
    content: "عکس صفحهٔ خطا همین است.",
    imageUrl: `/api/v1${SAMPLE_IMAGE}`,
    User: { firstName: "نگار", lastName: "آزمون" },
  });
  return {
    ...sampleTicketSummary({ status: "Owner Responded" }),
    orderItem: {
      id: "item-1",
      orderId: "c0ffee00-1111-4222-8333-444455556666",
      orderNumber: "4829315",
      name: "گیفت کارت ریزر گلد ۱۰ دلاری آمریکا",
    },
    codes: [],
    Messages: [sampleMessage(), own],
    nextCursor: null,
    ...ticket,
  };
}
