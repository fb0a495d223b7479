import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import {
  Currency,
  RATE_MAX_TOMAN,
  confirmRate,
  letPricesFollow,
  rateRefusals,
  setRate,
} from "../../../contract/desk/rate.ts";
import { formatToman } from "../../../persian/toman.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { type Shop, body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { mayGive } from "../giving/give.ts";
import { fromDollar, isFar } from "../../goods/rate/rules.ts";
import { readAllRates } from "../../goods/rate/show.ts";
import * as statements from "../../goods/rate/statements.ts";

/** Exchange rates at the desk. Section 10.33. */
export const deskRates = new Hono<OperatorEnv>();

deskRates.get("/", async (c) => {
  const { db, now, rates } = c.var.shop;
  return c.json({ rates: await readAllRates(db, now()), hasAddress: rates.readAddress !== null });
});

deskRates.put("/:currency", body(setRate.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const before = await find(shop, c.req.param("currency"));
  if (!before) return refuse(c, refusals.notFound);
  const { currency } = before;
  const { source, perDollar, bandPercent, isSure, version } = c.var.body;
  if ((source === "market" && currency !== "USD") || (source === "dollar" && currency === "USD"))
    return refuse(c, refusals.invalid, { fields: { source: "این منبع برای این ارز نیست." } });
  if (source === "address" && shop.rates.readAddress === null)
    return refuse(c, rateRefusals.noAddress);
  if (source === "dollar" && perDollar === null)
    return refuse(c, refusals.invalid, { fields: { perDollar: "بنویسید یک دلار چند واحد است." } });
  const dollar = source === "dollar" ? await find(shop, "USD") : null;
  if (source === "dollar" && !dollar?.toman) return refuse(c, rateRefusals.noDollar);
  const written = source === "hand" ? c.var.body.toman : null;
  const toman = dollar?.toman && perDollar !== null ? fromDollar(dollar.toman, perDollar) : written;
  if (toman !== null && toman > RATE_MAX_TOMAN)
    return refuse(c, refusals.invalid, { fields: { perDollar: "این نسبت درست نیست." } });
  const last = before.confirmed_toman ?? before.toman;
  if (toman !== null && last !== null && isFar(toman, last) && !isSure)
    return refuse(c, rateRefusals.far);
  const moment = shop.now();
  const isFarStep = toman !== null && last !== null && isFar(toman, last);
  const giving = isFarStep
    ? await mayGive(
        c.var,
        {
          way: "rate",
          isForTwo: true,
          subject: "rate",
          subjectId: currency,
          toman: 0,
          asked: [source, perDollar, toman],
          words: `از ${formatToman(last)} به ${formatToman(toman)}`,
          note: null,
        },
        moment,
      )
    : { statements: [] };
  if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
  const isDone = await runBatch(db, [
    ...giving.statements,
    statements.claimVersion(db, currency, version),
    ...statements.changeRate(
      db,
      { currency, source, perDollar: source === "dollar" ? perDollar : null, bandPercent, toman },
      operator.name,
      moment,
    ),
    noteDecision({ db, operator, moment }, "rate", currency, "set", {
      before: tell(before),
      after: tell({ ...before, source, toman }),
    }),
  ]);
  return isDone ? answer(c.var.shop, currency, "نرخ ثبت شد.") : refuse(c, rateRefusals.stale);
});

deskRates.post("/:currency/confirm", body(confirmRate.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const before = await find(shop, c.req.param("currency"));
  if (!before) return refuse(c, refusals.notFound);
  const { toman } = c.var.body;
  const moment = shop.now();
  const isDone = await runBatch(db, [
    ...statements.confirmHeld(db, before.currency, toman, operator.name, moment),
    noteDecision({ db, operator, moment }, "rate", before.currency, "confirmed", {
      before: tell(before),
      after: String(toman),
    }),
  ]);
  return isDone
    ? answer(shop, before.currency, "نرخ تازه پذیرفته شد.")
    : refuse(c, rateRefusals.stale);
});

deskRates.put("/:currency/automatic", body(letPricesFollow.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const before = await find(shop, c.req.param("currency"));
  if (!before) return refuse(c, refusals.notFound);
  const { isAutomatic, version } = c.var.body;
  const verdict = isAutomatic ? "automatic" : "by_hand";
  const isDone = await runBatch(db, [
    statements.claimVersion(db, before.currency, version),
    statements.setAutomatic(db, before.currency, isAutomatic ? operator.name : null),
    noteDecision({ db, operator, moment: shop.now() }, "rate", before.currency, verdict, {
      before: before.automatic_by,
    }),
  ]);
  const said = isAutomatic
    ? "از این پس قیمت‌ها در باند، خودکار با این نرخ می‌روند."
    : "قیمت‌ها دیگر خودکار عوض نمی‌شوند.";
  return isDone ? answer(shop, before.currency, said) : refuse(c, rateRefusals.stale);
});

async function find(shop: Shop, named: string): Promise<statements.RateRow | null> {
  const currency = Currency.safeParse(named);
  return currency.success ? readFirst(statements.findRate(shop.db, currency.data)) : null;
}

async function answer({ db, now }: Shop, currency: string, message: string): Promise<Response> {
  const rates = await readAllRates(db, now());
  const rate = rates.find((each) => each.currency === currency);
  return Response.json({ message, rate });
}

const tell = ({ source, toman }: Pick<statements.RateRow, "source" | "toman">) =>
  toman === null ? source : `${source} ${toman}`;
