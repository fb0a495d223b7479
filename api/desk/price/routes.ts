import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import { mayReadCost } from "../../../contract/desk/caller.ts";
import {
  PLAN_DAYS_MAX,
  type PriceRow,
  followRates,
  previewPrices as previewCall,
  priceRefusals,
  publishPrices,
  setPriceRule,
} from "../../../contract/desk/price.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { runBatch, readFirst, readAll } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { DAY_MS, toIso } from "../../base/time.ts";
import { sha256 } from "../../base/vault.ts";
import { findRate } from "../../goods/rate/statements.ts";
import {
  type PreviewedRow,
  fingerprintOf,
  isChanging,
  readPrices,
  rulesFor,
  toNewPrice,
} from "../../goods/price/preview.ts";
import { maySetPrices } from "../giving/prices.ts";
import * as statements from "../../goods/price/statements.ts";

/** Prices that are computed from exchange rates. Section 10.34. */
export const deskPrices = new Hono<OperatorEnv>();

deskPrices.post("/preview", body(previewCall.body), async (c) => {
  const { shop } = c.var;
  const found = await readPrices(shop, c.var.body.margins);
  const changing = found.rows.filter(isChanging).map(({ productId }) => productId);
  const affected = await readFirst(statements.countAffected(shop.db, changing, shop.now()));
  return c.json({
    rows: found.rows.map(mayReadCost(c.var.operator) ? show : showWithoutCost),
    byHand: found.byHand,
    readable: found.readable,
    openCarts: affected?.carts ?? 0,
    paymentsUnderWay: affected?.payments ?? 0,
    plans: found.plans.map((plan) => ({
      id: plan.id,
      operator: plan.operator,
      reason: plan.reason,
      count: (JSON.parse(plan.prices) as unknown[]).length,
      publishAt: toIso(plan.publish_at),
    })),
    fingerprint: await fingerprintOf(found.rows),
  });
});

deskPrices.post("/", body(publishPrices.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const moment = shop.now();
  const { fingerprint, margins, productIds, sureIds, acceptsOldRate, at } = c.var.body;
  const publishAt = at === null ? null : Date.parse(at);
  if (publishAt !== null && (publishAt <= moment || publishAt > moment + PLAN_DAYS_MAX * DAY_MS))
    return refuse(c, priceRefusals.wrongTime);
  const found = await readPrices(shop, margins);
  if ((await fingerprintOf(found.rows)) !== fingerprint) return refuse(c, priceRefusals.moved);
  const requested = new Set(productIds);
  const chosen = found.rows.filter((row) => requested.has(row.productId));
  if (chosen.some(({ next, isFixed }) => next === null && !isFixed))
    return refuse(c, priceRefusals.noRate);
  const changing = chosen.filter(isChanging);
  const sure = new Set(sureIds);
  if (changing.some(({ flags, productId }) => flags.length > 0 && !sure.has(productId)))
    return refuse(c, priceRefusals.unsure);
  if (!acceptsOldRate && changing.some(({ rate }) => rate && found.isOld(rate)))
    return refuse(c, priceRefusals.oldRate);
  const prices = changing.flatMap(toNewPrice);
  const reason = c.var.body.reason || "از روی نرخ";
  const by = { operator: operator.name, reason, now: moment };
  // A repeated request has the same id, so it finds the plan that exists.
  const id = (await sha256(JSON.stringify([fingerprint, at, productIds]))).slice(0, 32);
  const count = toPersianDigits(prices.length);
  const giving = await maySetPrices(
    c.var,
    // The cashback changes with the price, and a higher cashback gives away as much as a lower
    // price.
    prices.map(({ id: productId, price, sale, reward }) => ({
      id: productId,
      paid: (sale ?? price) - reward,
    })),
    {
      // After a rate has fallen, stock that was bought earlier may be sold below cost. The loss
      // counts toward the operator's daily sum. It does not always need a second person, because a
      // rate far from the last one has already needed one.
      isForTwo: false,
      subject: "price",
      subjectId: id,
      note: reason,
    },
    moment,
  );
  if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
  const isDone = await runBatch(db, [
    ...giving.statements,
    ...(publishAt === null
      ? statements.changePrices(db, prices, by)
      : [
          statements.claimSeen(db, prices),
          statements.insertPlan(db, { id, prices, publishAt, ...by }),
        ]),
    statements.keepMargins(
      db,
      margins.filter(({ productId }) => requested.has(productId)),
    ),
    noteDecision(
      { db, operator, moment },
      "price",
      id,
      publishAt === null ? "published" : "planned",
      { note: `${count} قیمت · ${reason}`, after: ratesOf(changing) },
    ),
  ]);
  const isPlanned = publishAt !== null && (await hasPlan(db, id));
  if (!isDone && !isPlanned) return refuse(c, priceRefusals.moved);
  return c.json({
    message: publishAt === null ? `${count} قیمت منتشر شد.` : `${count} قیمت سر ساعت منتشر می‌شود.`,
    published: publishAt === null ? prices.length : 0,
    planId: publishAt === null ? null : id,
  });
});

deskPrices.delete("/plans/:id", async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const plan = await readFirst(statements.findPlan(db, c.req.param("id")));
  if (!plan) return refuse(c, refusals.notFound);
  const moment = shop.now();
  const isDone = await runBatch(db, [
    ...statements.endPlan(db, plan.id, { state: "cancelled" }, moment),
    noteDecision({ db, operator, moment }, "price", plan.id, "cancelled", {
      note: plan.reason,
      before: "planned",
      after: "cancelled",
    }),
  ]);
  return isDone
    ? c.json({ message: "این انتشار لغو شد و قیمت‌ها همان ماندند." })
    : refuse(c, priceRefusals.ended);
});

deskPrices.post("/rules", body(followRates.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { currency } = c.var.body;
  const moment = shop.now();
  const rate = await readFirst(findRate(db, currency));
  const toman = rate?.toman;
  if (!toman) return refuse(c, priceRefusals.noRate);
  const results = await readAll(statements.findByHand(db));
  const rules = rulesFor(results, { currency, toman });
  const count = toPersianDigits(rules.length);
  await db.batch([
    statements.saveRules(db, rules),
    noteDecision({ db, operator, moment }, "price", currency, "rules_made", {
      note: `${count} کالا`,
      after: String(toman),
    }),
  ]);
  return c.json({
    message: `قیمت ${count} کالا از این پس با نرخ می‌رود؛ هیچ قیمتی عوض نشد.`,
    products: rules.length,
  });
});

deskPrices.put("/rules/:id", body(setPriceRule.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { rule } = c.var.body;
  const product = await readFirst(statements.findKnownProduct(db, c.req.param("id")));
  if (!product) return refuse(c, refusals.notFound);
  await db.batch([
    rule === null
      ? statements.deleteRule(db, product.id)
      : statements.saveRules(db, [{ productId: product.id, ...rule }]),
    noteDecision(
      { db, operator, moment: shop.now() },
      "price",
      product.id,
      rule === null ? "by_hand" : "rule_set",
      {
        note: product.name,
        before: product.rule,
        after:
          rule === null
            ? null
            : `${rule.currency} ${rule.faceCents} ${rule.marginBasisPoints}${rule.isFixed ? " fixed" : ""}`,
      },
    ),
  ]);
  return c.json({
    message: rule === null ? "قیمت این کالا از این پس دستی است." : "قیمت این کالا با نرخ می‌رود.",
  });
});

async function hasPlan(db: D1Database, id: string): Promise<boolean> {
  const plan = await readFirst(statements.findPlan(db, id));
  return plan?.state === "planned";
}

/** Removes fields that only the server needs. */
function show({ rate: _rate, base: _base, ...row }: PreviewedRow): PriceRow {
  return row;
}

const ratesOf = (rows: readonly PreviewedRow[]) =>
  [...new Set(rows.map(({ currency, rate }) => `${currency} ${rate?.toman ?? 0}`))].join(" · ");

function showWithoutCost(previewed: PreviewedRow): PriceRow {
  const row = show(previewed);
  const flags = row.flags.filter((flag) => flag !== "below_cost");
  return { ...row, cost: null, marginBasisPoints: null, flags };
}
