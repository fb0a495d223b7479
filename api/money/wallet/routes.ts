import { Hono } from "hono";
import { type ShopEnv, shopper } from "../../base/context.ts";
import { readBalance, shopperAccount } from "./ledger.ts";

export const wallets = new Hono<ShopEnv>();

wallets.get("/balance", shopper, async (c) =>
  c.json({ balance: await readBalance(c.var.shop.db, shopperAccount(c.var.userId)) }),
);
