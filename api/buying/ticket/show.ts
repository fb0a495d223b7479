import type { Ticket, TicketMessage, TicketSummary } from "../../../contract/ticket.ts";
import { readTogether, readAll } from "../../base/batch.ts";
import { NEWEST, byCreation, cutPage, readCursor } from "../../base/page.ts";
import { SHOP_NAME } from "../../base/shop-name.ts";
import { addressOfUpload } from "../../people/upload/address.ts";
import {
  type MessageRow,
  type TicketRow,
  findMessages,
  findTicketCodes,
  findTicketItem,
} from "./statements.ts";
import { toIso } from "../../base/time.ts";

/** The sender shown for answers of the shop; operators stay anonymous. */
const SHOP = { firstName: "پشتیبانی", lastName: SHOP_NAME };

export function showTicket(row: TicketRow): TicketSummary {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    description: row.description,
    imageUrl: addressOf(row.upload_id),
    status: row.status,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
}

export function showMessage(row: MessageRow): TicketMessage {
  return {
    id: row.id,
    content: row.content,
    imageUrl: addressOf(row.upload_id),
    createdAt: toIso(row.created_at),
    senderType: row.sender_type,
    User:
      row.sender_type === "buyer" ? { firstName: row.first_name, lastName: row.last_name } : SHOP,
  };
}

export async function readTicket(
  db: D1Database,
  row: TicketRow,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Ticket> {
  const results = await readAll(findMessages(db, row.id, readCursor(cursor) ?? NEWEST, limit + 1));
  const { page, nextCursor } = cutPage(results, limit, byCreation);
  const [[item], codes] =
    row.order_item_id === null
      ? [[], []]
      : await readTogether(db, [
          findTicketItem(db, row.order_item_id),
          findTicketCodes(db, row.id),
        ]);
  return {
    ...showTicket(row),
    orderItem: item
      ? { id: item.id, orderId: item.order_id, orderNumber: item.order_number, name: item.name }
      : null,
    codes,
    Messages: page.map(showMessage),
    nextCursor,
  };
}

function addressOf(uploadId: string | null): string | null {
  return uploadId === null ? null : addressOfUpload(uploadId);
}
