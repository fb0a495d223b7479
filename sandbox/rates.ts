import { Hono } from "hono";
import { type Env, providersState } from "./environment.ts";
import { answerOrFail } from "./faults.ts";
import { Rates } from "./rate-rows.ts";

/**
 * Two markets for the dollar, and a URL with the rates of all currencies. Their rates are set by
 * `PUT /sandbox/rates.json`.
 */

/** Half of the difference between the best offers to buy and to sell. */
const HALF_SPREAD = 0.001;
const RIAL_PER_TOMAN = 10;
const HOUR_MS = 3_600_000;

const offers = (toman: number) => ({
  ask: Math.round(toman * (1 + HALF_SPREAD)),
  bid: Math.round(toman * (1 - HALF_SPREAD)),
});

function nobitex(toman: number, lastUpdate: number): Response {
  const { ask, bid } = offers(toman);
  const row = (price: number) => [String(price * RIAL_PER_TOMAN), "120.5"];
  return Response.json({
    status: "ok",
    lastUpdate,
    lastTradePrice: String(Math.round(toman) * RIAL_PER_TOMAN),
    asks: [row(ask), row(ask + 10)],
    bids: [row(bid), row(bid - 10)],
  });
}

function wallex(toman: number): Response {
  const { ask, bid } = offers(toman);
  const row = (price: number) => ({ price: String(price), quantity: 120.5, sum: "1" });
  return Response.json({
    success: true,
    message: "",
    result: { ask: [row(ask), row(ask + 10)], bid: [row(bid), row(bid - 10)] },
  });
}

const failure = (code: number) => Response.json({ status: "failed", code }, { status: 429 });

export const rateRoutes = new Hono<{ Bindings: Env }>()
  .put("/rates.json", async (c) => {
    const rates = Rates.partial().safeParse(await c.req.json().catch(() => null));
    if (!rates.success) return c.json({ message: rates.error.message }, 422);
    return c.json(await providersState(c.env).setRates(rates.data));
  })
  .get("/rates.json", async (c) => {
    const { address } = await providersState(c.env).readRates();
    return answerOrFail(
      c.env,
      "rates-address",
      "rates",
      () => Promise.resolve(Response.json(address)),
      { failure, wrongTypes: () => Response.json({ USD: "many" }) },
    );
  })
  .get("/nobitex/v3/orderbook/USDTIRT", async (c) => {
    const rates = await providersState(c.env).readRates();
    const work = (factor = 1, at = Date.now()) =>
      Promise.resolve(nobitex(rates.nobitex * factor, at));
    return answerOrFail(c.env, "nobitex", "rates", work, {
      failure,
      wrongTypes: () => Response.json({ status: "ok", lastUpdate: Date.now(), asks: [], bids: [] }),
      // The number is in rial although it should be in toman, which is a very common mistake.
      wrongAmount: () => work(RIAL_PER_TOMAN),
      oldState: () => work(1, Date.now() - HOUR_MS),
    });
  })
  .get("/wallex/v1/depth", async (c) => {
    const rates = await providersState(c.env).readRates();
    const work = (factor = 1) => Promise.resolve(wallex(rates.wallex * factor));
    return answerOrFail(c.env, "wallex", "rates", work, {
      failure,
      wrongTypes: () => Response.json({ success: true, result: { ask: null, bid: null } }),
      wrongAmount: () => work(RIAL_PER_TOMAN),
    });
  });
