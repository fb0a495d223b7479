import { runBatch, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { addPage, findAdding } from "./statements.ts";

/**
 * Adds the next page of lines of the oldest import in the state `adding`, so that the import ends
 * even when the browser was closed. Returns true when more pages may be left.
 */
export async function addImports({ db, now }: Shop): Promise<boolean> {
  const next = await readFirst(findAdding(db));
  if (!next) return false;
  await runBatch(db, addPage(db, next.id, now()));
  return true;
}
