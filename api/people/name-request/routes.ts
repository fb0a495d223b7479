import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import {
  NAME_REQUESTS_PER_DAY_MAX,
  createNameRequest,
  nameRequestRefusals,
} from "../../../contract/name-request.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { type ShopEnv, body, refuse, shopper } from "../../base/context.ts";
import { checkRateLimit } from "../../base/rate-limit.ts";
import { DAY_MS } from "../../base/time.ts";
import { randomId } from "../../base/vault.ts";
import { findUser } from "../../base/person.ts";
import { showNameRequest } from "./show.ts";
import * as statements from "./statements.ts";

export const nameRequests = new Hono<ShopEnv>();

nameRequests.post("/", shopper, body(createNameRequest.body), async (c) => {
  const { db, now } = c.var.shop;
  const { userId, body } = c.var;
  const moment = now();
  const wait = await checkRateLimit(
    db,
    { kind: "name", who: userId, max: NAME_REQUESTS_PER_DAY_MAX, windowMs: DAY_MS },
    moment,
  );
  if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
  const id = randomId();
  if (!(await runBatch(db, statements.fileNameRequest(db, { id, userId, ...body }, moment)))) {
    const user = await readFirst(findUser(db, userId));
    const { alreadyOpen, notProven } = nameRequestRefusals;
    return refuse(c, user?.is_verified === 1 ? alreadyOpen : notProven);
  }
  const nameRequest = showNameRequest({
    id,
    asked_first_name: body.firstName,
    asked_last_name: body.lastName,
    status: "pending",
    rejection_reason: null,
    created_at: moment,
  });
  return c.json({ message: "درخواست تغییر نام ثبت شد.", nameRequest });
});
