import { readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { readTold, tellChange } from "./tell.ts";
import { findUntold, noteTold } from "../proposal/statements.ts";

const PER_RUN = 10;

/**
 * Tells the owners when an operator without a second person has made a proposal, before it may be
 * confirmed after a day. Somebody else may be using that operator's desk.
 */
export async function tellAlone(shop: Shop): Promise<void> {
  const { db, now } = shop;
  const moment = now();
  const results = await readAll(findUntold(db, moment, PER_RUN));
  if (results.length === 0) return;
  const told = await readTold(shop, null);
  for (const { id, asked_by: name } of results)
    // It is recorded before the SMS is sent: one message too few is better than one each minute.
    if (await noteTold(db, id, moment).first())
      await tellChange(shop, told, { name, words: "درخواستی دارد که یک روز می‌ماند." });
}
