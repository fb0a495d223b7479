import { readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { findPlace, savePlace } from "../../base/job.ts";
import { DAY_MS } from "../../base/time.ts";
import * as statements from "./statements.ts";

const SWEEP = "stray objects";

/**
 * Removes images that are due for deletion. The object is deleted before the row: if the storage
 * fails, the row still names the object and the next run tries again. `forgetElsewhere` clears the
 * references to images in tables of other rooms.
 */
export async function removeDueImages(
  { db, uploads, now }: Shop,
  limit: number,
  forgetElsewhere: typeof statements.forgetImages,
): Promise<void> {
  const results = await readAll(statements.takeDueImages(db, now(), limit));
  if (results.length === 0) return;
  const ids = results.map(({ id }) => id);
  await uploads.delete(ids);
  await db.batch([...forgetElsewhere(db, ids), ...statements.forgetImages(db, ids)]);
}

/**
 * Removes objects without a row, one page of the storage per run. Such objects remain when an
 * insert or a deletion failed. Objects of the last day are kept, because their row may still be
 * written.
 */
export async function sweepObjects({ db, uploads, now }: Shop, limit: number): Promise<void> {
  const lastKey = (await findPlace(db, SWEEP).first<string>("place")) ?? "";
  const listed = await uploads.list({ limit, ...(lastKey !== "" && { startAfter: lastKey }) });
  const old = listed.objects
    .filter(({ uploaded }) => uploaded.getTime() < now() - DAY_MS)
    .map(({ key }) => key);
  const results = await readAll(statements.findStrayKeys(db, old));
  if (results.length > 0) await uploads.delete(results.map(({ id }) => id));
  const next = (listed.truncated && listed.objects.at(-1)?.key) || "";
  // If all images fit on one page, the position never changes and nothing is written.
  if (next !== lastKey) await savePlace(db, SWEEP, next).run();
}
