import { readAll } from "../../base/batch.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import type { Shop } from "../../base/context.ts";
import { queueMessage } from "../../base/outbox.ts";
import { type OpeningRow, findOpenings } from "../../buying/code/openings.ts";
import { refundItems } from "../../buying/refund/refund-items.ts";
import type { RefundShare } from "../../buying/refund/rules.ts";
import { type CodeInHandRow, findCodesInHand } from "../../buying/refund/statements.ts";

/** Refunds that operators decide. */

interface Item {
  id: string;
  order_id: string;
  delivery_status: string;
}

/** An item, or codes of it, that an operator wants to refund. */
export interface RefundRequest {
  item: Item;
  /** The codes to refund; null for everything of the item that is not refunded yet. */
  codes: CodeInHandRow[] | null;
  note: string;
}

/** Returns what would be refunded; null unless the buyer has all the named codes. */
export async function readWish(
  db: D1Database,
  item: Item,
  codeIds: readonly string[] | undefined,
  reason: string,
): Promise<RefundRequest | null> {
  if (!codeIds) return { item, codes: null, note: reason };
  const codes = await findNamed(db, item.id, codeIds);
  return (
    codes && { item, codes, note: `کد ${toPersianDigits(placesOf(codes).join("، "))}: ${reason}` }
  );
}

/**
 * Returns the change for the log. When single codes are refunded, the status of the item does not
 * change.
 */
export const changeOf = ({ item, codes }: RefundRequest) =>
  ({
    verdict: codes ? "code_refunded" : "refunded",
    before: item.delivery_status,
    after: codes ? item.delivery_status : "cancelled",
  }) as const;

/** The positions of codes in their item, in ascending order. */
const placesOf = (codes: readonly CodeInHandRow[]) =>
  codes.map(({ position }) => position).toSorted((one, other) => one - other);

/**
 * Carries out a refund request, once. Returns null when nothing is left to refund, or when `isDue`
 * is false.
 */
export async function refundAsWished(
  shop: Shop,
  { item, codes, note }: RefundRequest,
  { isDue, also }: { isDue: () => Promise<boolean>; also: (now: number) => D1PreparedStatement[] },
): Promise<RefundShare | null> {
  const { db, settings } = shop;
  const { id, order_id: orderId } = item;
  // The id of the message contains positions instead of codes: a position is refunded only once,
  // but its code may be sold and refunded again.
  const messageId = `refunded:${id}${codes ? `:${placesOf(codes).join(", ")}` : ""}`;
  const template = settings.SMS_TEMPLATE_ITEM_REFUNDED;
  const codeIds = codes?.map((code) => code.id);
  const [share] = await refundItems(shop, {
    orderId,
    isSelected: (candidate) => candidate.id === id,
    ...(codes && { codes }),
    isDue: async () => (!codeIds || (await findNamed(db, id, codeIds)) !== null) && (await isDue()),
    reason: "operator",
    note,
    also: (userId, now) => [
      ...also(now),
      queueMessage(db, { id: messageId, userId, template, token: orderId }, now),
    ],
  });
  return share ?? null;
}

/**
 * Reads the codes that would be refunded, and for each code the people who know it. Without
 * `codeIds`, these are all codes of the item that the buyer still has.
 */
export async function readGiven(
  db: D1Database,
  itemId: string,
  codeIds: readonly string[] | undefined,
): Promise<OpeningRow[]> {
  const results = await readAll(findOpenings(db, itemId));
  return results.filter(
    ({ id, is_in_hand: isInHand }) => isInHand === 1 && (codeIds?.includes(id) ?? true),
  );
}

/** Returns the named codes of an item; null unless the buyer has all of them. */
async function findNamed(
  db: D1Database,
  itemId: string,
  codeIds: readonly string[],
): Promise<CodeInHandRow[] | null> {
  const results = await readAll(findCodesInHand(db, itemId));
  const named = results.filter(({ id }) => codeIds.includes(id));
  return named.length === new Set(codeIds).size ? named : null;
}
