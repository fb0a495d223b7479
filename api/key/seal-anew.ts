import type { Shop } from "../base/context.ts";
import { runJob } from "../base/run-job.ts";
import { openOrNull } from "../base/open-number.ts";
import { DAY_MS } from "../base/time.ts";
import { SEALED_COLUMNS, type SealedColumn, type SealedRow } from "./sealed-columns.ts";
import { forgetUnopenable, noteUnopenable, replaceSeals } from "./statements.ts";

/**
 * Seals with the newest key what an older one has sealed, up to `limit` texts of each kind in a run. It keeps no place of its own:
 * what is left is found by its version, so that it goes on by itself wherever it was interrupted, and two runs at once do no harm.
 */
export async function sealAnew(shop: Shop, limit: number): Promise<void> {
  const [, ...older] = shop.vault.versions;
  if (older.length === 0) return;
  for (const place of SEALED_COLUMNS)
    await runJob(`seals of ${place.name}`, () => sealPlace(shop, place, older, limit));
}

async function sealPlace(
  shop: Shop,
  place: SealedColumn,
  versions: readonly number[],
  limit: number,
): Promise<void> {
  const { db, now } = shop;
  const moment = now();
  const { results } = await db
    .prepare(place.find)
    .bind(JSON.stringify(versions), moment - DAY_MS, limit)
    .all<SealedRow>();
  if (results.length === 0) return;
  const fresh: { id: string; old: string; fresh: string }[] = [];
  const unopenable: string[] = [];
  for (const row of results) {
    const sealed = await sealOne(shop, row, place.contextOf(row));
    if (sealed === null) unopenable.push(row.id);
    else fresh.push({ id: row.id, old: row.sealed, fresh: sealed });
  }
  if (unopenable.length > 0)
    console.error(JSON.stringify({ unopenableSeals: place.name, ids: unopenable }));
  await db.batch([
    replaceSeals(db, place, fresh),
    forgetUnopenable(
      db,
      place,
      fresh.map(({ id }) => id),
    ),
    noteUnopenable(db, place, unopenable, moment),
  ]);
}

/** Null when it does not open. */
async function sealOne({ vault }: Shop, row: SealedRow, context: string): Promise<string | null> {
  const plain = await openOrNull(vault, row.sealed, context);
  return plain === null ? null : vault.seal(plain, context);
}
