import { DAY_MS, HOUR_MS } from "../../api/base/time.ts";
import { marginOf } from "../../api/goods/price/rules.ts";
import { readFaceValue } from "../../persian/currency.ts";
import { FINANCE } from "./people.ts";
import type { World } from "./world.ts";

/** Rates of the demo: the dollar from the markets, the others from the dollar or by hand. */

const DOLLAR_TOMAN = 108_200;
/** The rate of the dollar some days ago, with which the prices were computed. */
const MADE_WITH_TOMAN = 105_600;
const DAYS = 7;

const RATES = [
  {
    currency: "USD",
    source: "market",
    perDollar: null,
    toman: DOLLAR_TOMAN,
    madeWith: MADE_WITH_TOMAN,
  },
  { currency: "EUR", source: "hand", perDollar: null, toman: 125_400, madeWith: null },
  { currency: "GBP", source: "hand", perDollar: null, toman: 142_300, madeWith: null },
  { currency: "TRY", source: "dollar", perDollar: "42.3", toman: 2_558, madeWith: null },
  { currency: "AED", source: "dollar", perDollar: "3.6725", toman: 29_462, madeWith: null },
] as const;

export function setRates(world: World): void {
  const { now } = world;
  for (const { currency, source, perDollar, toman, madeWith } of RATES)
    world.run(
      `UPDATE rate SET source = ?, per_dollar = ?, toman = ?, read_at = ?, confirmed_toman = ?,
         confirmed_by = ?, confirmed_at = ?, made_with_toman = ?, made_by = ?, made_at = ?
       WHERE currency = ?`,
      source,
      perDollar,
      toman,
      now,
      toman,
      FINANCE,
      now - 20 * HOUR_MS,
      madeWith,
      madeWith === null ? null : FINANCE,
      madeWith === null ? null : now - 3 * DAY_MS,
      currency,
    );
  const thisHour = Math.floor(now / HOUR_MS);
  for (let back = DAYS * 24; back > 0; back -= 6) {
    const wave = Math.sin(back / 17) * 500;
    const toman = Math.round(DOLLAR_TOMAN - (back / (DAYS * 24)) * 3_400 + wave);
    world.run(
      "INSERT INTO rate_hour (currency, hour, toman) VALUES ('USD', ?, ?)",
      thisHour - back,
      toman,
    );
  }
  for (const product of world.all<{ id: string; denomination: string; price_toman: number }>(
    "SELECT id, denomination, price_toman FROM product",
  )) {
    const face = readFaceValue(product.denomination);
    if (face?.currency !== "USD") continue;
    world.run(
      `INSERT INTO price_rule (product_id, currency, face_cents, margin_basis_points)
       VALUES (?, ?, ?, ?)`,
      product.id,
      face.currency,
      face.cents,
      marginOf(product.price_toman, face.cents, MADE_WITH_TOMAN),
    );
  }
}
