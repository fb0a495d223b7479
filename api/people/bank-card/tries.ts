import { CARD_TRIES_PER_DAY_MAX } from "../../../contract/bank-card.ts";
import { checkRateLimit } from "../../base/rate-limit.ts";
import type { Shop } from "../../base/context.ts";
import { DAY_MS } from "../../base/time.ts";

/**
 * Counts the card numbers that a shopper submits, for the account or for the identity. Their number
 * is limited, because the answer reveals whether the shop knows a card. Returns the seconds to wait
 * when the limit of the day is reached, else null.
 */
export function countCardTry({ db, now }: Shop, userId: string): Promise<number | null> {
  return checkRateLimit(
    db,
    { kind: "card", who: userId, max: CARD_TRIES_PER_DAY_MAX, windowMs: DAY_MS },
    now(),
  );
}
