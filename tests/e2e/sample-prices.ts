import type { AnswerOf } from "../../contract/request.ts";
import type { previewPrices } from "../../contract/desk/price.ts";
import type { listRates } from "../../contract/desk/rate.ts";
import { CURRENCIES } from "../../persian/currency.ts";
import { HOUR } from "../support/time.ts";

/** Rates and prices with all possible marks. */

const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

export const sampleRates: AnswerOf<typeof listRates> = {
  hasAddress: true,
  rates: CURRENCIES.map((currency, index) => ({
    currency,
    source: (["market", "hand", "address", "dollar", "dollar"] as const)[index] ?? "hand",
    perDollar: index > 2 ? "3.6725" : null,
    toman: index === 1 ? null : 111_600,
    readAt: index === 1 ? null : ago(index),
    isOld: index === 2,
    confirmed: null,
    held: index === 0 ? { toman: 121_000, at: ago(0) } : null,
    trouble: index === 2 ? ("far" as const) : null,
    troubleSince: index === 2 ? ago(3) : null,
    bandPercent: 5,
    automaticBy: index === 3 ? "babak" : null,
    products: 58,
    madeWith: index === 0 ? { toman: 108_200, at: ago(29), by: "raha" } : null,
    hours: index === 0 ? [24, 18, 12, 6].map((at) => ({ at: ago(at), toman: 112_000 - at })) : [],
    version: 1,
  })),
};

const row = {
  subcategory: "آیتونز",
  imageUrl: "/art/itunes/itunes-us-10.svg",
  currency: "USD" as const,
  faceCents: 1_000,
  marginBasisPoints: 1_180,
  isFixed: false,
  isOnSale: true,
  stock: 21,
  cost: 1_075_000,
  flags: [],
};
const prices = (price: number, sale: number | null = null) => ({ price, sale, reward: 0 });

export const samplePrices: AnswerOf<typeof previewPrices> = {
  fingerprint: "0123456789abcdef",
  byHand: 30,
  readable: [{ currency: "TRY", products: 17 }],
  openCarts: 11,
  paymentsUnderWay: 2,
  plans: [
    {
      id: "plan",
      operator: "raha",
      reason: "آخر هفته",
      count: 12,
      publishAt: new Date(Date.now() + 5 * HOUR).toISOString(),
    },
  ],
  rows: [
    {
      ...row,
      productId: "plain",
      name: "گیفت کارت آیتونز ۱۰ دلاری آمریکا",
      now: prices(1_215_000, 1_165_000),
      next: prices(1_255_000, 1_205_000),
    },
    {
      ...row,
      productId: "dear",
      name: "گیفت کارت پلی‌استیشن ۱۰۰ دلاری آمریکا با نامی بسیار بلند که در جدول کوتاه می‌شود",
      cost: 12_140_000,
      stock: 0,
      now: prices(10_625_000),
      next: prices(11_990_000),
      flags: ["below_cost", "jump"],
    },
    {
      ...row,
      productId: "fixed",
      name: "گیفت کارت استیم ۲۰ دلاری",
      isFixed: true,
      isOnSale: false,
      cost: null,
      now: prices(2_970_000),
      next: prices(3_020_000),
    },
  ],
};
