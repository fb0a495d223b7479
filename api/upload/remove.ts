import type { Shop } from "../base/context.ts";
import { DAY_MS } from "../base/time.ts";
import * as statements from "./statements.ts";

const SWEEP = "stray objects";

/**
 * Removes images whose time is over. The object goes before the row: when the storage does not answer, the row still names what
 * is to go, and the next run tries again.
 */
export async function removeDueImages({ db, uploads, now }: Shop, limit: number): Promise<void> {
  const { results } = await statements.takeDueImages(db, now(), limit).all<{ id: string }>();
  if (results.length === 0) return;
  const ids = results.map(({ id }) => id);
  await uploads.delete(ids);
  await db.batch(statements.forgetImages(db, ids));
}

/**
 * Removes objects that no row names, one page of the storage in a run: a row that was never written, or an object that outlived it.
 * Those of the last day may be on their way to a row.
 */
export async function sweepObjects({ db, uploads, now }: Shop, limit: number): Promise<void> {
  const lastKey = (await statements.findSweepPosition(db, SWEEP).first<string>("place")) ?? "";
  const listed = await uploads.list({ limit, ...(lastKey !== "" && { startAfter: lastKey }) });
  const old = listed.objects
    .filter(({ uploaded }) => uploaded.getTime() < now() - DAY_MS)
    .map(({ key }) => key);
  const { results } = await statements.findStrayKeys(db, old).all<{ id: string }>();
  if (results.length > 0) await uploads.delete(results.map(({ id }) => id));
  const next = (listed.truncated && listed.objects.at(-1)?.key) || "";
  // A shop whose images fit on one page writes nothing each minute.
  if (next !== lastKey) await statements.keepSweepPosition(db, SWEEP, next).run();
}
