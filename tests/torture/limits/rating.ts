import { COMMENT_MAX, COMMENT_MIN, createRating, STARS_MAX } from "../../../contract/rating.ts";
import { withItems } from "./buying.ts";
import { allowsOnly, constant, letters, type Limit } from "./limit.ts";
import type { Stage } from "./stage.ts";
import { TEXT } from "./ticket.ts";

const RATING = "contract/rating.ts";

interface Words {
  stars?: number;
  comment?: string;
}

/** Rates a new item each time, because an item is rated once. */
async function allowsRating(stage: Stage, inside: Words, beyond: Words): Promise<void> {
  const { shopper, buy } = await withItems(stage);
  const rate = async (words: Words) =>
    shopper.ask(createRating, {
      body: { orderItemId: await buy(), stars: 5, comment: TEXT, ...words },
    });
  await allowsOnly(rate, { inside, beyond });
}

export const limitsOfRating: Limit[] = [
  // A CHECK has the same limit, but without the constant the refusal is a different one.
  constant(RATING, "STARS_MAX", "500", (stage) =>
    allowsRating(stage, { stars: STARS_MAX }, { stars: STARS_MAX + 1 }),
  ),
  constant(RATING, "COMMENT_MIN", "1", (stage) =>
    allowsRating(stage, { comment: letters(COMMENT_MIN) }, { comment: letters(COMMENT_MIN - 1) }),
  ),
  constant(RATING, "COMMENT_MAX", "50_000", (stage) =>
    allowsRating(stage, { comment: letters(COMMENT_MAX) }, { comment: letters(COMMENT_MAX + 1) }),
  ),
];
