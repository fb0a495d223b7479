import { Hono } from "hono";
import { type Rating, createRating } from "../../../contract/rating.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { type ShopEnv, body, refuse, shopper } from "../../base/context.ts";
import { randomId } from "../../base/vault.ts";
import { isCannedPraise, refuseRating } from "./rules.ts";
import { findRatedItem, rate } from "./statements.ts";
import { toIso } from "../../base/time.ts";

export const ratings = new Hono<ShopEnv>();

ratings.post("/", shopper, body(createRating.body), async (c) => {
  const { db, now } = c.var.shop;
  const { userId } = c.var;
  const { orderItemId, stars, comment } = c.var.body;
  const moment = now();
  const rating = {
    id: randomId(),
    userId,
    orderItemId,
    stars,
    comment,
    isCanned: isCannedPraise(comment),
  };
  if (await runBatch(db, rate(db, rating, moment))) {
    const shown: Rating = { stars, comment, createdAt: toIso(moment) };
    return c.json({ message: "نظر شما با موفقیت ثبت شد", rating: shown });
  }
  const item = await readFirst(findRatedItem(db, userId, orderItemId));
  return refuse(c, refuseRating(item) ?? refusals.unavailable);
});
