import { z } from "zod";
import { CURRENCIES, type Currency } from "../../persian/currency.ts";
import { askProvider, logTrouble } from "./ask.ts";

/**
 * The best offers of a market, in toman for one dollar. `at`: UTC milliseconds; null if the market
 * does not say.
 */
export interface OrderBook {
  ask: number;
  bid: number;
  at: number | null;
}

/**
 * The sources of exchange rates. A source returns null when it did not answer, or when its answer
 * is not usable.
 */
export interface RateSources {
  /** The markets on which a dollar coin (USDT) is traded for toman. */
  readMarkets(): Promise<(OrderBook | null)[]>;
  /** Reads the shop's own address: toman for one unit of each currency that it lists. */
  readAddress: (() => Promise<Partial<Record<Currency, number>> | null>) | null;
}

const Price = z
  .union([z.number(), z.string().regex(/^\d+(?:\.\d+)?$/)])
  .transform(Number)
  .pipe(z.number().positive().finite());

/** `GET /v3/orderbook/USDTIRT` of Nobitex (github.com/nobitex/docs-api). The prices are rial. */
const Nobitex = z.object({
  status: z.literal("ok"),
  lastUpdate: z.number().positive(),
  asks: z.tuple([z.tuple([Price], z.unknown())], z.unknown()),
  bids: z.tuple([z.tuple([Price], z.unknown())], z.unknown()),
});
const RIAL_PER_TOMAN = 10;

/** `GET /v1/depth?symbol=USDTTMN` of Wallex (developers.wallex.ir). The prices are toman. */
const Offers = z.tuple([z.object({ price: Price })], z.unknown());
const Wallex = z.object({
  success: z.literal(true),
  result: z.object({ ask: Offers, bid: Offers }),
});

/** JSON that the shop itself serves: `{"USD": 111600, "TRY": 3280}`. Other names are ignored. */
const Address = z.partialRecord(z.enum(CURRENCIES), Price);

/** Nobitex requires programs to identify themselves in this form. */
const USER_AGENT = "TraderBot/Armaghan";

/** The settings of the shop that are about exchange rates. */
interface RateSettings {
  PROVIDER_TIMEOUT_MS: number;
  NOBITEX_ORIGIN: string;
  WALLEX_ORIGIN: string;
  RATES_URL?: string;
}

export function openRates(settings: RateSettings, fetch: typeof globalThis.fetch): RateSources {
  const ask = async <Schema extends z.ZodType>(
    provider: string,
    url: string,
    schema: Schema,
  ): Promise<z.output<Schema> | null> => {
    const answer = await askProvider({
      provider,
      call: "rates",
      url,
      headers: { "user-agent": USER_AGENT },
      isRepeatable: true,
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
      fetch,
    });
    if (answer.kind === "unknown") return null;
    const parsed = schema.safeParse(answer.json);
    if (parsed.success && answer.status === 200) return parsed.data;
    logTrouble({ provider, call: "rates" }, "unexpected answer");
    return null;
  };
  const nobitex = async (): Promise<OrderBook | null> => {
    const book = await ask("nobitex", `${settings.NOBITEX_ORIGIN}/v3/orderbook/USDTIRT`, Nobitex);
    if (book === null) return null;
    const [{ 0: askRial }] = book.asks;
    const [{ 0: bidRial }] = book.bids;
    return { ask: askRial / RIAL_PER_TOMAN, bid: bidRial / RIAL_PER_TOMAN, at: book.lastUpdate };
  };
  const wallex = async (): Promise<OrderBook | null> => {
    const depth = await ask("wallex", `${settings.WALLEX_ORIGIN}/v1/depth?symbol=USDTTMN`, Wallex);
    if (depth === null) return null;
    return { ask: depth.result.ask[0].price, bid: depth.result.bid[0].price, at: null };
  };
  const address = settings.RATES_URL;
  return {
    readMarkets: () => Promise.all([nobitex(), wallex()]),
    readAddress:
      address === undefined
        ? null
        : async () => {
            const raw = await ask("rates-address", address, z.record(z.string(), z.unknown()));
            if (raw === null) return null;
            const named = Object.entries(raw).filter(([name]) => name in known);
            const parsed = Address.safeParse(Object.fromEntries(named));
            if (parsed.success) return parsed.data;
            logTrouble({ provider: "rates-address", call: "rates" }, "unexpected answer");
            return null;
          },
  };
}

const known = Object.fromEntries(CURRENCIES.map((currency) => [currency, true]));
