import { type Statement, readAll } from "../../base/batch.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import type { Shop } from "../../base/context.ts";
import { isFrozen } from "../../base/frozen.ts";
import { type Letter, type LetterPart, writeLetter } from "../../base/letter.ts";
import { CHECK_AGAIN_MS, type Later } from "../../base/send-messages.ts";
import { isProfileComplete } from "../../base/person.ts";
import { noteReading } from "../code/knowers.ts";
import { IN_HAND, IS_GIVEN } from "../code/statements.ts";
import { sealContext } from "../code/code-text.ts";

interface ItemRow {
  id: string;
  order_id: string;
  order_number: string;
  product_name: string;
  user_id: string;
  first_name: string;
  last_name: string;
  wants_codes_by_email: number;
  is_frozen: number;
}

const IS_FROZEN = isFrozen("o.user_id");

/**
 * Writes the e-mail about delivered items. It contains the codes if the buyer chose this and has
 * completed the profile; codes in the e-mail count as read. Returns null when no item is delivered
 * any more, or when the address is no longer confirmed.
 */
export async function writeDeliveredEmail(
  shop: Shop,
  message: { id: string; email: string; token: string },
): Promise<Letter | Later | null> {
  const { db, settings, now } = shop;
  const items = await readAll(findItems(db, message.email, message.token.split(" ")));
  const [first] = items;
  if (!first) return null;
  const hasCodes = first.wants_codes_by_email === 1 && isProfileComplete(first);
  // A frozen buyer gets no codes now; the e-mail waits until the freeze is released.
  if (hasCodes && first.is_frozen === 1) return { laterAt: now() + CHECK_AGAIN_MS };
  const parts: LetterPart[] = [];
  for (const item of items) {
    parts.push({
      text: item.product_name,
      ...(hasCodes && { codes: await openCodes(shop, message.id, item) }),
    });
  }
  return writeLetter("سفارش شما تحویل شد", [
    { text: `سفارش ${toPersianDigits(first.order_number)} تحویل شد.` },
    ...parts,
    {
      text: hasCodes ? "این سفارش را در فروشگاه ببینید." : "کدها را در صفحهٔ همین سفارش ببینید.",
      link: `${settings.PUBLIC_ORIGIN}/orders/${first.order_id}`,
    },
  ]);
}

function findItems(db: D1Database, email: string, itemIds: string[]): Statement<ItemRow> {
  return db
    .prepare(
      `SELECT i.id, i.order_id, o.number AS order_number, i.product_name, o.user_id, u.first_name, u.last_name,
         u.wants_codes_by_email, ${IS_FROZEN} AS is_frozen
       FROM json_each(?1) asked
       JOIN order_item i ON i.id = asked.value
       JOIN orders o ON o.id = i.order_id
       JOIN user u ON u.id = o.user_id
       WHERE i.delivery_status = 'delivered' AND o.state = 'paid'
         AND u.is_email_verified = 1 AND u.email = ?2
       ORDER BY i.position`,
    )
    .bind(JSON.stringify(itemIds), email);
}

/**
 * Records the reading and decrypts the codes of an item. The record comes first, because a code
 * that somebody may have seen must not be sold again. Another attempt at the same e-mail records a
 * reading only when the item has an unread code.
 */
async function openCodes(
  { db, vault, now }: Shop,
  messageId: string,
  item: ItemRow,
): Promise<string[]> {
  const moment = now();
  const tries = `${messageId}:${item.id}`;
  const readingId = `${tries}:${String(moment)}`;
  const read = db
    .prepare(
      `INSERT INTO content_reading (id, order_item_id, user_id, read_at, channel)
       SELECT ?1, i.id, ?3, ?4, 'email' FROM order_item i
       WHERE i.id = ?2 AND i.delivery_status = 'delivered' AND EXISTS (
         SELECT 1 FROM code c WHERE c.order_item_id = i.id AND ${IN_HAND} AND NOT ${IS_GIVEN}
           AND (c.read_at IS NULL OR NOT EXISTS (
             SELECT 1 FROM content_reading
             WHERE order_item_id = i.id AND id >= ?5 AND id < ?5 || ';')))
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(readingId, item.id, item.user_id, moment, tries);
  const find = db
    .prepare(
      `SELECT c.id, c.product_id, c.sealed FROM code c JOIN order_item i ON i.id = c.order_item_id
       WHERE i.id = ?1 AND i.delivery_status = 'delivered' AND c.read_at IS NOT NULL
         AND ${IN_HAND} AND NOT ${IS_GIVEN} ORDER BY c.position`,
    )
    .bind(item.id);
  const [, , codes] = await db.batch<{ id: string; product_id: string; sealed: string }>([
    read,
    noteReading(db, readingId),
    find,
  ]);
  return Promise.all(
    (codes?.results ?? []).map((code) =>
      vault.open(code.sealed, sealContext(code.product_id, code.id)),
    ),
  );
}
