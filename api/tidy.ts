import type { Shop } from "./base/context.ts";
import { tidyBase } from "./base/tidy.ts";
import { DAY_MS } from "./base/time.ts";
import { tidyOrders } from "./buying/payment/tidy-orders.ts";
import { tidyDesk } from "./desk/tidy.ts";
import { forgetAnswers } from "./buying/question/statements.ts";
import { tidyGoods } from "./goods/tidy.ts";
import { tidyPeople } from "./people/tidy.ts";

/**
 * The maximum number of rows that one statement deletes: a larger deletion would delay other calls.
 */
const ROWS_PER_PAGE = 5_000;

/**
 * Deletes rows without further use. Returns true when there may be more. All limits compare
 * timestamps, so deleting late does no harm.
 */
export async function tidy(shop: Shop): Promise<boolean> {
  const { db, settings } = shop;
  const now = shop.now();
  const answers = await db.batch([
    ...tidyBase(db, ROWS_PER_PAGE, now),
    ...tidyPeople(db, ROWS_PER_PAGE, now),
    ...tidyGoods(db, ROWS_PER_PAGE, now),
    ...tidyDesk(db, ROWS_PER_PAGE, now),
    ...forgetAnswers(db, now - settings.ANSWERS_KEPT_DAYS * DAY_MS, ROWS_PER_PAGE),
  ]);
  const isMore = await tidyOrders(shop);
  return isMore || answers.some(({ meta }) => meta.changes >= ROWS_PER_PAGE);
}
