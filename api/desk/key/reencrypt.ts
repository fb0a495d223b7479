import type { Shop } from "../../base/context.ts";
import { runJob } from "../../base/job.ts";
import { openOrNull } from "../../base/open-number.ts";
import { DAY_MS } from "../../base/time.ts";
import { SEALED_COLUMNS, type SealedColumn, type SealedRow } from "./sealed-columns.ts";
import { forgetUnopenable, noteUnopenable, replaceSeals } from "./statements.ts";

/**
 * Re-encrypts texts of older keys with the newest key, at most `limit` texts of each column in a
 * run. The remaining texts are found by their key version, so the next run continues an interrupted
 * one, and concurrent runs are harmless.
 */
export async function reencrypt(shop: Shop, limit: number): Promise<void> {
  const [, ...older] = shop.vault.versions;
  if (older.length === 0) return;
  for (const column of SEALED_COLUMNS)
    await runJob(`seals of ${column.name}`, () => sealColumn(shop, column, older, limit));
}

async function sealColumn(
  shop: Shop,
  column: SealedColumn,
  versions: readonly number[],
  limit: number,
): Promise<void> {
  const { db, now } = shop;
  const moment = now();
  const { results } = await db
    .prepare(column.find)
    .bind(JSON.stringify(versions), moment - DAY_MS, limit)
    .all<SealedRow>();
  if (results.length === 0) return;
  const fresh: { id: string; old: string; fresh: string }[] = [];
  const unopenable: string[] = [];
  for (const row of results) {
    const sealed = await sealOne(shop, row, column.contextOf(row));
    if (sealed === null) unopenable.push(row.id);
    else fresh.push({ id: row.id, old: row.sealed, fresh: sealed });
  }
  if (unopenable.length > 0)
    console.error(JSON.stringify({ unopenableSeals: column.name, ids: unopenable }));
  await db.batch([
    replaceSeals(db, column, fresh),
    forgetUnopenable(
      db,
      column,
      fresh.map(({ id }) => id),
    ),
    noteUnopenable(db, column, unopenable, moment),
  ]);
}

/** Re-encrypts one text. Returns null when it cannot be decrypted. */
async function sealOne({ vault }: Shop, row: SealedRow, context: string): Promise<string | null> {
  const plain = await openOrNull(vault, row.sealed, context);
  return plain === null ? null : vault.seal(plain, context);
}
