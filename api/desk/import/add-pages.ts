import { runBatch, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { addPage, findAdding } from "./statements.ts";

/**
 * Adds a page of the oldest import that is being added, so that it ends although its browser left.
 * Returns true when more may be left.
 */
export async function addImports({ db, now }: Shop): Promise<boolean> {
  const next = await readFirst(findAdding(db));
  if (!next) return false;
  await runBatch(db, addPage(db, next.id, now()));
  return true;
}
