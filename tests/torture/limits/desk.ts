import { previewDiscountSeries } from "../../../contract/desk/discount-code.ts";
import { exportOrders } from "../../../contract/desk/order.ts";
import { closeShop, openShop } from "../../../contract/desk/closure.ts";
import { makeAlertChannel } from "../../../contract/desk/alert.ts";
import { previewPrices, publishPrices } from "../../../contract/desk/price.ts";
import { setRate } from "../../../contract/desk/rate.ts";
import { previewCatalogue } from "../../../contract/desk/catalogue-file.ts";
import { makePreparedAnswer } from "../../../contract/desk/prepared-answer.ts";
import { type Limit, allowsOnly, constant, endsAfter, letters } from "./limit.ts";
import type { Stage } from "./stage.ts";
import { DAY } from "../../support/time.ts";

/** Limits of lists and texts that operators write. */

const DISCOUNTS = "contract/desk/discount-code.ts";
const ANSWERS = "contract/desk/prepared-answer.ts";

const series = {
  prefix: "LIMIT",
  count: 1,
  type: "percentage",
  value: 10,
  maxDiscount: null,
  minPurchase: null,
  usesMax: null,
  until: null,
} as const;

/** A catalogue of 7.5 KB for each subcategory. */
const largeFile = (subcategories: number) => ({
  categories: [
    {
      type: "large",
      displayName: "بزرگ",
      subcategories: Array.from({ length: subcategories }, (_, at) => ({
        urlName: `large-${String(at)}`,
        displayName: "بزرگ",
        latinName: "Large",
        hue: 1,
        tagline: "بزرگ است.",
        regionNotice: "جهانی است.",
        redeem: { steps: Array.from({ length: 12 }, () => "ب".repeat(300)) },
        products: [],
      })),
    },
  ],
});

const CLOSURE = "contract/desk/closure.ts";
const ALERTS = "contract/desk/alert.ts";

/** Closes the shop and opens it again, because other attacks need an open shop. */
async function closeAndOpen(stage: Stage, body: { reason: string; reopensAt: string | null }) {
  const answer = await stage.desk(closeShop, { body });
  const id = answer.status === 200 ? answer.body.closure.id : "none";
  await stage.desk(openShop, { params: { id } });
  return answer;
}

export const limitsOfDesk: Limit[] = [
  constant(ALERTS, "ALERT_CHANNELS_MAX", "50", (stage) =>
    endsAfter(
      20,
      (count) =>
        stage.desk(makeAlertChannel, {
          body: { kind: "email", address: `desk-${String(count)}@shop.example`, wants: "all" },
        }),
      "too_many_channels",
    ),
  ),
  constant(CLOSURE, "REASON_MAX", "400", (stage) =>
    allowsOnly((reason: string) => closeAndOpen(stage, { reason, reopensAt: null }), {
      inside: letters(200),
      beyond: letters(201),
    }),
  ),
  constant(CLOSURE, "CLOSURE_DAYS_MAX", "60", (stage) =>
    allowsOnly(
      (days: number) => {
        const reopensAt = new Date(stage.now() + days * DAY).toISOString();
        return closeAndOpen(stage, { reason: "تعطیل است.", reopensAt });
      },
      { inside: 30, beyond: 31 },
    ),
  ),
  constant("contract/desk/rate.ts", "RATE_MAX_TOMAN", "999_999_999", (stage) =>
    allowsOnly(
      async (toman: number) => {
        const [rate] = await stage.shop.sql("SELECT version FROM rate WHERE currency = 'EUR'");
        const version = Number(rate?.["version"]);
        return stage.desk(setRate, {
          params: { currency: "EUR" },
          body: { source: "hand", toman, isSure: true, version },
        });
      },
      { inside: 99_999_999, beyond: 100_000_000 },
    ),
  ),
  constant("contract/desk/price.ts", "PLAN_DAYS_MAX", "70", (stage) =>
    allowsOnly(
      async (days: number) => {
        const { fingerprint } = (await stage.desk(previewPrices, { body: {} })).body as {
          fingerprint: string;
        };
        const at = new Date(stage.now() + days * DAY).toISOString();
        return stage.desk(publishPrices, { body: { fingerprint, productIds: ["none"], at } });
      },
      { inside: 6.9, beyond: 7.1 },
      "wrong_time",
    ),
  ),
  constant("contract/desk/price.ts", "PRODUCTS_MAX", "5_000", (stage) =>
    allowsOnly(
      (count: number) =>
        stage.desk(previewPrices, {
          body: {
            margins: Array.from({ length: count }, (_, index) => ({
              productId: `p${String(index)}`,
              marginBasisPoints: 1,
            })),
          },
        }),
      { inside: 1_000, beyond: 1_001 },
    ),
  ),
  constant("contract/desk/catalogue-file.ts", "CATALOGUE_MAX_BYTES", "9_000_000", (stage) =>
    allowsOnly(
      (subcategories: number) =>
        stage.desk(previewCatalogue, { body: { catalogue: largeFile(subcategories) } }),
      { inside: 130, beyond: 150 },
      "too_large",
    ),
  ),
  constant(DISCOUNTS, "SERIES_CODES_MAX", "2_000", (stage) =>
    allowsOnly(
      (count: number) => stage.desk(previewDiscountSeries, { body: { ...series, count } }),
      { inside: 1_000, beyond: 1_001 },
    ),
  ),
  constant(DISCOUNTS, "USES_MAX", "9_000_000", (stage) =>
    allowsOnly(
      (usesMax: number) => stage.desk(previewDiscountSeries, { body: { ...series, usesMax } }),
      { inside: 1_000_000, beyond: 1_000_001 },
    ),
  ),
  constant("contract/desk/order.ts", "NAMED_ORDERS_MAX", "5_000", (stage) =>
    allowsOnly(
      (orders: number) =>
        stage.desk(exportOrders, {
          body: { ids: Array.from({ length: orders }, (_, at) => `none-${String(at)}`) },
        }),
      { inside: 500, beyond: 501 },
    ),
  ),
  constant(ANSWERS, "PREPARED_TITLE_MAX", "500", (stage) =>
    allowsOnly(
      (signs: number) =>
        stage.desk(makePreparedAnswer, { body: { title: letters(signs), text: "سلام عزیز" } }),
      { inside: 60, beyond: 61 },
    ),
  ),
  constant(ANSWERS, "PREPARED_TEXT_MAX", "9_000", (stage) =>
    allowsOnly(
      (signs: number) =>
        stage.desk(makePreparedAnswer, {
          body: { title: `به بلندی ${String(signs)}`, text: letters(signs) },
        }),
      { inside: 2_000, beyond: 2_001 },
    ),
  ),
  constant(ANSWERS, "PREPARED_ANSWERS_MAX", "5_000", async (stage) => {
    const make = (number: number) =>
      stage.desk(makePreparedAnswer, {
        body: { title: `پاسخ ${String(number)}`, text: "سلام {نام} عزیز" },
      });
    // The shop comes with six prepared answers.
    for (let made = 1; made <= 44; made++) await make(made);
    await allowsOnly(make, { inside: 44, beyond: 45 }, "too_many_answers");
  }),
];
