import { readAll } from "../../base/batch.ts";
import { Hono } from "hono";
import { DISCOUNT_CODES_SHOWN_MAX, type DiscountCode } from "../../../contract/discount-code.ts";
import { isUsable } from "./rules.ts";
import { type ShopEnv, shopper } from "../../base/context.ts";
import { findDiscountCodes } from "./statements.ts";
import { toIsoOrNull } from "../../base/time.ts";

export const discountCodes = new Hono<ShopEnv>();

discountCodes.get("/", shopper, async (c) => {
  const { db, now } = c.var.shop;
  const { userId } = c.var;
  const results = await readAll(findDiscountCodes(db, userId, DISCOUNT_CODES_SHOWN_MAX, now()));
  const codes: DiscountCode[] = results.map((row) => ({
    id: row.id,
    code: row.code,
    type: row.type,
    value: row.value,
    minPurchase: row.min_purchase_toman,
    maxDiscount: row.max_discount_toman,
    expirationDate: toIsoOrNull(row.expires_at),
    isActive: isUsable(row, userId, now()),
    isPublic: row.owner_id === null,
  }));
  return c.json(codes);
});
