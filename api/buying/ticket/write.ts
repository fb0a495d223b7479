import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import {
  TICKETS_PER_DAY_MAX,
  TICKET_MESSAGES_PER_HOUR_MAX,
  ticketRefusals,
} from "../../../contract/ticket.ts";
import { uploadRefusals } from "../../../contract/upload.ts";
import { countAgainstLimit, secondsToNextWindow, undoCount } from "../../base/rate-limit.ts";
import { readTogether, runBatch, readFirst, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { DAY_MS, HOUR_MS } from "../../base/time.ts";
import { PROBLEM_MS, refuseProblem } from "./rules.ts";
import * as statements from "./statements.ts";

type Refused = {
  kind: "refused";
  refusal: Refusal;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
};
type Written<Row> = { kind: "written"; row: Row } | Refused;

/** Opens a ticket. A repeated request with the same idempotency key returns the same ticket. */
export async function openTicket(
  shop: Shop,
  ticket: statements.NewTicket,
): Promise<Written<statements.TicketRow>> {
  const { db, now } = shop;
  const { userId } = ticket;
  const earlier = await findEarlierTicket(db, ticket);
  if (earlier) return earlier;
  const moment = now();
  const trouble = await findTrouble(db, ticket, moment);
  if (trouble) return { kind: "refused", refusal: trouble };
  if ((await countAgainstLimit(db, "ticket", userId, moment, DAY_MS)) > TICKETS_PER_DAY_MAX) {
    return {
      kind: "refused",
      refusal: ticketRefusals.tooManyTickets,
      retryAfterSeconds: secondsToNextWindow(moment, DAY_MS),
    };
  }
  if (await runBatch(db, statements.openTicket(db, ticket, PROBLEM_MS, moment))) {
    const row = await readFirst(statements.findTicket(db, userId, ticket.id));
    if (row) return { kind: "written", row };
  }
  await undoCount(db, "ticket", userId, moment, DAY_MS);
  const faster = await findEarlierTicket(db, ticket);
  if (faster) return faster;
  const refusal = await findTrouble(db, ticket, moment);
  return refusal ? { kind: "refused", refusal } : explainImage(db, userId, ticket.uploadId);
}

/** Adds a shopper's message to their ticket, once per idempotency key. */
export async function writeMessage(
  shop: Shop,
  message: statements.NewMessage,
): Promise<Written<statements.MessageRow>> {
  const { db, now } = shop;
  const { userId, ticketId } = message;
  const earlier = await findEarlierMessage(db, message);
  if (earlier) return earlier;
  const refusal = await refuseMessage(db, userId, ticketId);
  if (refusal) return { kind: "refused", refusal };
  const moment = now();
  if (
    (await countAgainstLimit(db, "ticket message", userId, moment, HOUR_MS)) >
    TICKET_MESSAGES_PER_HOUR_MAX
  ) {
    return {
      kind: "refused",
      refusal: ticketRefusals.tooManyMessages,
      retryAfterSeconds: secondsToNextWindow(moment, HOUR_MS),
    };
  }
  if (await runBatch(db, statements.reply(db, message, moment))) {
    const row = await readFirst(statements.findMessage(db, userId, message.id));
    if (row) return { kind: "written", row };
  }
  await undoCount(db, "ticket message", userId, moment, HOUR_MS);
  const faster = await findEarlierMessage(db, message);
  if (faster) return faster;
  const since = await refuseMessage(db, userId, ticketId);
  return since ? { kind: "refused", refusal: since } : explainImage(db, userId, message.uploadId);
}

async function findEarlierTicket(
  db: D1Database,
  ticket: statements.NewTicket,
): Promise<Written<statements.TicketRow> | null> {
  if (ticket.idempotencyKey === null) return null;
  const row = await readFirst(statements.findTicketByKey(db, ticket.userId, ticket.idempotencyKey));
  if (!row) return null;
  const isSame =
    row.title === ticket.title &&
    row.description === ticket.description &&
    row.upload_id === ticket.uploadId &&
    row.order_item_id === ticket.orderItemId &&
    (ticket.codeIds === null || (await hasCodes(db, row.id, ticket.codeIds)));
  return isSame ? { kind: "written", row } : { kind: "refused", refusal: refusals.keyReused };
}

async function hasCodes(
  db: D1Database,
  ticketId: string,
  codeIds: readonly string[],
): Promise<boolean> {
  const results = await readAll(statements.findTicketCodes(db, ticketId));
  const named = new Set(codeIds);
  return results.length === named.size && results.every(({ id }) => named.has(id));
}

async function findEarlierMessage(
  db: D1Database,
  message: statements.NewMessage,
): Promise<Written<statements.MessageRow> | null> {
  const { userId, ticketId, idempotencyKey, content, uploadId } = message;
  if (idempotencyKey === null) return null;
  const row = await readFirst(statements.findMessageByKey(db, userId, ticketId, idempotencyKey));
  if (!row) return null;
  const isSame = row.content === content && row.upload_id === uploadId;
  return isSame ? { kind: "written", row } : { kind: "refused", refusal: refusals.keyReused };
}

/**
 * Returns why the problem of a ticket cannot be reported; null when it can, or when the ticket is
 * about no purchase.
 */
async function findTrouble(
  db: D1Database,
  { userId, orderItemId, codeIds }: statements.NewTicket,
  now: number,
): Promise<Refusal | null> {
  if (orderItemId === null) return codeIds === null ? null : ticketRefusals.itemNotFound;
  const [[item], codes] = await readTogether(db, [
    statements.findItem(db, userId, orderItemId),
    statements.findItemCodes(db, userId, orderItemId),
  ]);
  return refuseProblem(item ?? null, codes, codeIds, now);
}

async function refuseMessage(
  db: D1Database,
  userId: string,
  ticketId: string,
): Promise<Refusal | null> {
  const ticket = await readFirst(statements.findTicket(db, userId, ticketId));
  if (!ticket) return ticketRefusals.ticketNotFound;
  return ticket.status === "Closed" ? ticketRefusals.ticketClosed : null;
}

/**
 * Returns the refusal for the remaining failures: the image is not the shopper's, or a conflict has
 * ended meanwhile and a retry will succeed.
 */
async function explainImage(
  db: D1Database,
  userId: string,
  uploadId: string | null,
): Promise<Refused> {
  const isOwn =
    uploadId === null || (await statements.isOwnUpload(db, userId, uploadId).first()) !== null;
  if (isOwn) return { kind: "refused", refusal: refusals.unavailable };
  return {
    kind: "refused",
    refusal: uploadRefusals.noFile,
    fields: { imageUrl: uploadRefusals.noFile.message },
  };
}
