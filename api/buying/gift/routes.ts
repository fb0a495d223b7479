import { Hono } from "hono";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import {
  GIFTS_PER_DAY_MAX,
  GIFT_AHEAD_DAYS_MAX,
  GIFT_MISSES_PER_MINUTE_MAX,
  getGifts,
  giftRefusals,
  giveCode,
  lookAtGift,
  openGift,
} from "../../../contract/gift.ts";
import { readTogether, runBatch, readAll, readFirst } from "../../base/batch.ts";
import {
  type Shop,
  type ShopEnv,
  bearerToken,
  body,
  callerAddress,
  query,
  refuse,
  shopper,
  unfrozen,
  visitorHashOf,
} from "../../base/context.ts";
import { countAgainstLimit, readCount, secondsToNextWindow } from "../../base/rate-limit.ts";
import { DAY_MS } from "../../base/time.ts";
import { randomId, sha256 } from "../../base/vault.ts";
import * as opening from "./opening-statements.ts";
import { refuseGiving, refuseOpening } from "./rules.ts";
import { showGiven, showOpened, showSealed } from "./show.ts";
import * as statements from "./statements.ts";
import { isToken, newToken } from "./token.ts";

/** How often a decision is tried when other requests change the same gift or code. */
const ATTEMPTS = 3;

export const gifts = new Hono<ShopEnv>();

gifts.get("/", shopper, query(getGifts.query), async (c) => {
  const { shop, userId } = c.var;
  const results = await readAll(statements.findGifts(shop.db, userId, c.var.query.orderId));
  const gifts = await Promise.all(results.map((row) => showGiven(shop, row)));
  return c.json({ gifts });
});

gifts.post("/", shopper, unfrozen, body(giveCode.body), async (c) => {
  const { shop, userId } = c.var;
  const { db, vault, settings, now } = shop;
  const { phone = null, isPhoneRequired, sendsSms, opensAt, ...words } = c.var.body;
  const isPhoneNeeded = sendsSms || isPhoneRequired;
  if (isPhoneNeeded && phone === null)
    return refuse(c, giftRefusals.phoneMissing, {
      fields: { phone: giftRefusals.phoneMissing.message },
    });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const moment = now();
    // If the chosen time passed while the form was open, the gift opens at once.
    const opens = Math.max(moment, opensAt === undefined ? moment : Date.parse(opensAt));
    if (opens > moment + GIFT_AHEAD_DAYS_MAX * DAY_MS) return refuse(c, giftRefusals.tooFarAhead);
    const code = await readFirst(statements.findGiveable(db, userId, words.codeId, moment));
    const refusal = refuseGiving(code);
    if (refusal) return refuse(c, refusal);
    const id = crypto.randomUUID();
    const token = newToken();
    const gift = {
      ...words,
      id,
      userId,
      phone: isPhoneNeeded ? phone : null,
      isPhoneRequired,
      tokenHash: await sha256(token),
      tokenSealed: await vault.seal(token, statements.tokenContext(id)),
      opensAt: opens,
      smsTemplate: sendsSms ? settings.SMS_TEMPLATE_GIFT : null,
    };
    if (!(await runBatch(db, statements.insertGift(db, gift, GIFTS_PER_DAY_MAX, moment)))) continue;
    const row = await readFirst(statements.findGift(db, userId, id));
    if (!row) throw new Error("A gift that was just made is not there");
    return c.json({ gift: await showGiven(shop, row) });
  }
  return refuse(c, refusals.unavailable);
});

gifts.post("/:giftId/call-back", shopper, async (c) => {
  const { shop, userId } = c.var;
  const { db, now } = shop;
  const giftId = c.req.param("giftId");
  const [, [gift]] = await readTogether(db, [
    statements.callBack(db, userId, giftId, now()),
    statements.findGift(db, userId, giftId),
  ]);
  if (!gift) return refuse(c, giftRefusals.notFound);
  if (gift.state === "opened") return refuse(c, giftRefusals.opened);
  return c.json({ message: "هدیه پس گرفته شد و کد دوباره در دست شماست." });
});

gifts.post("/:giftId/resume", shopper, async (c) => {
  const { shop, userId } = c.var;
  const { db, now } = shop;
  const giftId = c.req.param("giftId");
  const [, , [gift]] = await readTogether(db, [
    ...(statements.resume(db, userId, giftId, now()) as [D1PreparedStatement, D1PreparedStatement]),
    statements.findGift(db, userId, giftId),
  ]);
  if (!gift || gift.state === "called_back") return refuse(c, giftRefusals.notFound);
  return c.json({ gift: await showGiven(shop, gift) });
});

gifts.post("/look", body(lookAtGift.body), async (c) => {
  const { shop } = c.var;
  const { token, openerKey } = c.var.body;
  const found = await find(shop, { token, session: NO_SESSION, address: callerAddress(c) });
  if ("refusal" in found) return refuse(c, found.refusal, found);
  const openerHash = openerKey === undefined ? null : await sha256(openerKey);
  return c.json({ gift: showSealed(found.gift, openerHash, shop.now()) });
});

gifts.post("/open", body(openGift.body), async (c) => {
  const { shop } = c.var;
  const { token, openerKey } = c.var.body;
  const openerHash = await sha256(openerKey);
  const address = callerAddress(c);
  const bearer = bearerToken(c);
  const session =
    bearer === undefined
      ? NO_SESSION
      : { tokenHash: await sha256(bearer), visitorHash: await visitorHashOf(shop, c) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await find(shop, { token, session, address });
    if ("refusal" in found) return refuse(c, found.refusal, found);
    const { gift, phone } = found;
    const moment = shop.now();
    const refusal = refuseOpening(gift, { openerHash, phone }, moment);
    if (refusal) return refuse(c, refusal);
    if (gift.state === "opened") return c.json({ gift: await showOpened(shop, gift) });
    const first = { giftId: gift.id, openerHash, readingId: randomId(), address };
    // The result is not checked: another request may have opened the gift first, and the next
    // attempt reads its state again.
    await runBatch(shop.db, opening.open(shop.db, first, moment));
  }
  return refuse(c, refusals.unavailable);
});

/** The hashes of a caller without a session; no stored session has them. */
const NO_SESSION: opening.Shown = { tokenHash: "", visitorHash: "" };

type Found =
  | { gift: opening.LinkedRow; phone: string | null }
  | { refusal: Refusal; retryAfterSeconds?: number };

/**
 * Finds the gift of a link, and the phone of the caller's session if there is one. Wrong links are
 * counted by network; above the limit they are refused without another write. A correct link is
 * never refused because of the wrong links of other callers.
 */
async function find(
  { db, vault, now }: Shop,
  caller: { token: string; session: opening.Shown; address: string },
): Promise<Found> {
  const moment = now();
  if (!isToken(caller.token)) return { refusal: giftRefusals.notFound };
  const who = await vault.fingerprint("address", caller.address);
  const [[gift], [reader], [missed]] = await readTogether(db, [
    opening.findByToken(db, await sha256(caller.token)),
    opening.findReader(db, caller.session, moment),
    readCount(db, MISSES, who, moment),
  ]);
  if (gift) return { gift, phone: reader?.phone ?? null };
  if ((missed?.count ?? 0) >= GIFT_MISSES_PER_MINUTE_MAX)
    return { refusal: refusals.tooMany, retryAfterSeconds: secondsToNextWindow(moment) };
  await countAgainstLimit(db, MISSES, who, moment);
  return { refusal: giftRefusals.notFound };
}

/** The name under which the rate limit counts wrong links. */
const MISSES = "gift miss";
