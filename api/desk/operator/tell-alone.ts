import { readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { readTold, tellChange } from "./tell.ts";
import { findUntold, noteTold } from "../proposal/statements.ts";

const PER_RUN = 10;

/**
 * Tells the owners about the proposal of an operator without a second person. This operator may
 * confirm it alone after a day, but somebody else may be using the operator's token.
 */
export async function tellAlone(shop: Shop): Promise<void> {
  const { db, now } = shop;
  const moment = now();
  const results = await readAll(findUntold(db, moment, PER_RUN));
  if (results.length === 0) return;
  const told = await readTold(shop, null);
  for (const { id, asked_by: name } of results)
    // The message is recorded before it is sent. When sending fails, the message is lost, but it is
    // never sent again each minute.
    if (await noteTold(db, id, moment).first())
      await tellChange(shop, told, { name, words: "درخواستی دارد که یک روز می‌ماند." });
}
