import { readFirst } from "../../base/batch.ts";
import { Hono } from "hono";
import { ACCESS_HEADER, accessRefusals } from "../../../contract/desk/access.ts";
import { type ShopEnv, callerAddress } from "../../base/context.ts";
import { refuseSecret } from "../../base/operator.ts";
import { readCount } from "../../base/rate-limit.ts";
import { letIn } from "../operator/let-in.ts";
import { claimPlace, placeOf } from "../operator/role-and-areas.ts";
import { findByEmail } from "../operator/statements.ts";
import { readVouchedEmail } from "./assertion.ts";

/** Entering through Cloudflare Access. */
export const accessEntries = new Hono<ShopEnv>();

accessEntries.post("/", async (c) => {
  const { shop } = c.var;
  const { db } = shop;
  const moment = shop.now();
  const email = await readVouchedEmail(shop, c.req.header(ACCESS_HEADER) ?? "");
  const row = email === null ? null : await readFirst(findByEmail(db, email));
  const entered =
    row && (await letIn(c, shop, row, [claimPlace(db, row.name, placeOf(row))], moment));
  if (entered) return c.json(entered);
  const refused = await readFirst(readCount(db, "desk_refused", callerAddress(c), moment));
  return refuseSecret(c, shop, accessRefusals.refused, refused?.count ?? 0);
});
