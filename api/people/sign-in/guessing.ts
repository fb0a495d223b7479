import { readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { type NewestCodeRow, findNewestCode } from "./guess-statements.ts";
import { guessWorkLevel } from "./rules.ts";
import { type WorkSubject, checkWork } from "./work.ts";

/** A browser that guesses at the code of a phone. */
interface Guesser {
  phone: string;
  visitorHash: string;
  networkHash: string;
}

/** Finds the guesser's newest code, and the work that another guess at it needs now, if any. */
export async function readGuessing({ db, settings, now }: Shop, by: Guesser) {
  const code = await readFirst(findNewestCode(db, by, settings, now()));
  if (code === null) return { code, level: null };
  const wrong =
    code.is_known_browser === 1
      ? { phone: code.known_wrong, shop: 0, network: 0 }
      : { phone: code.phone_wrong, shop: code.shop_wrong, network: code.network_wrong };
  return { code, level: guessWorkLevel(wrong, settings) };
}

/** If enough work was done for a guess, returns the number of guesses before it; otherwise null. */
export async function findWorkedTries(
  shop: Shop,
  by: Guesser,
  sent: string,
): Promise<number | null> {
  const { code, level } = await readGuessing(shop, by);
  if (code === null || level === null) return null;
  const work = await checkWork(shop.vault, guessAt(code, by), sent, shop.now());
  return work !== null && work.level >= level - 1 ? code.tries : null;
}

/**
 * Returns the purpose of work for one guess at a code. It contains the number of the guess, so that
 * the work counts for no other guess.
 */
export function guessAt(
  { id, tries }: Pick<NewestCodeRow, "id" | "tries">,
  { phone, visitorHash }: Guesser,
): WorkSubject {
  return { action: `guess ${id} ${String(tries)}`, phone, visitorHash };
}
