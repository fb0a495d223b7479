import { readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { readTold, tellChange } from "./tell.ts";
import { findUntold, noteTold } from "../proposal/statements.ts";

const PER_RUN = 10;

/**
 * Tells the owners about each proposal whose asker has no second person. An asker who is an owner
 * may confirm it alone after a day. The message warns the owners in case somebody else uses the
 * asker's token.
 */
export async function tellAlone(shop: Shop): Promise<void> {
  const { db, now } = shop;
  const moment = now();
  const results = await readAll(findUntold(db, moment, PER_RUN));
  if (results.length === 0) return;
  const told = await readTold(shop, null);
  for (const { id, asked_by: name } of results)
    // The message is recorded before it is sent. Therefore no message is sent twice, but a message
    // that cannot be sent is lost.
    if (await noteTold(db, id, moment).first())
      await tellChange(shop, told, { name, words: "درخواستی دارد که یک روز می‌ماند." });
}
