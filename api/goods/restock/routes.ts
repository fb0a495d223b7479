import { Hono } from "hono";
import { cartRefusals } from "../../../contract/cart.ts";
import { refusals } from "../../../contract/endpoint.ts";
import {
  OPEN_ALERTS_MAX,
  RESTOCK_ALERT_KEPT,
  ALERT_REQUESTS_PER_DAY_MAX,
  addRestockAlert,
  restockRefusals,
} from "../../../contract/restock.ts";
import { checkRateLimit } from "../../base/rate-limit.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { type ShopEnv, body, refuse, shopper } from "../../base/context.ts";
import { randomId } from "../../base/vault.ts";
import { DAY_MS } from "../../base/time.ts";
import * as statements from "./statements.ts";

export const restockAlerts = new Hono<ShopEnv>();

restockAlerts.post("/", shopper, body(addRestockAlert.body), async (c) => {
  const { db, now } = c.var.shop;
  const { productId } = c.var.body;
  const shelf = await readFirst(statements.findShelf(db, productId, now()));
  if (!shelf) return refuse(c, cartRefusals.productNotFound);
  if (shelf.has_stock === 1) return refuse(c, restockRefusals.inStock);
  const limit = {
    kind: "restock wish",
    who: c.var.userId,
    max: ALERT_REQUESTS_PER_DAY_MAX,
    windowMs: DAY_MS,
  };
  const wait = await checkRateLimit(db, limit, now());
  if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
  const isDone = await runBatch(db, [
    statements.openAlert(db, { id: randomId(), userId: c.var.userId, productId }, now()),
    statements.claimAlertsFit(db, c.var.userId, OPEN_ALERTS_MAX),
  ]);
  return isDone
    ? c.json({ message: RESTOCK_ALERT_KEPT })
    : refuse(c, restockRefusals.tooManyAlerts);
});

restockAlerts.delete("/:productId", shopper, async (c) => {
  await statements.dropAlert(c.var.shop.db, c.var.userId, c.req.param("productId")).run();
  return c.json({ message: "برای این محصول پیامکی نمی‌فرستیم." });
});
