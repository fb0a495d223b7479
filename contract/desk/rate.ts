import { z } from "zod";
import { CURRENCIES } from "../../persian/currency.ts";
import { readDecimal } from "../../persian/sum.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { AmountToman, TYPED_MAX, wholeNumber } from "../field.ts";
import { type DeskEndpoint, deskRefusals } from "./endpoint.ts";

/** Exchange rates: what a foreign currency costs in toman. Section 10.33. */

/**
 * The highest rate. A higher one is a mistake in the unit, because the shop's most expensive
 * currency costs a hundredth of it.
 */
export const RATE_MAX_TOMAN = 99_999_999;

export const rateRefusals = {
  /** The rate is accepted if it is sent again with `isSure`. */
  far: {
    code: "rate_far",
    status: 409,
    message:
      "این نرخ بیش از یک‌چهارم با نرخ پیشین فرق دارد. اگر به تومان نوشته‌اید و مطمئن هستید، تأیید کنید.",
  },
  stale: {
    code: "stale_rate",
    status: 409,
    message: "این نرخ در این میان عوض شده است. نرخ تازه را ببینید و دوباره تصمیم بگیرید.",
  },
  noDollar: {
    code: "no_dollar_rate",
    status: 409,
    message: "نخست نرخ دلار را بنویسید؛ این ارز از روی آن حساب می‌شود.",
  },
  noAddress: {
    code: "no_rate_address",
    status: 409,
    message: "نشانی نرخ‌ها در تنظیمات فروشگاه (RATES_URL) نوشته نشده است.",
  },
} as const satisfies Record<string, Refusal>;

export const Currency = z.enum(CURRENCIES);
const Source = z
  .enum(["hand", "market", "address", "dollar"])
  .describe(
    "hand: an operator writes it; market: from two markets (dollar only); address: from the shop's address of rates; dollar: computed from the dollar",
  );
export type RateSource = z.infer<typeof Source>;

const asOutput = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape);
const Time = z.iso.datetime();

export const Rate = asOutput({
  currency: Currency,
  source: Source,
  perDollar: z
    .string()
    .nullable()
    .describe("Units of the currency in one dollar; null unless the source is `dollar`"),
  toman: z
    .number()
    .int()
    .nullable()
    .describe("Last accepted rate in toman; null before the first one"),
  readAt: Time.nullable(),
  isOld: z
    .boolean()
    .describe(
      "True when nobody has written it for a day, or its source has not answered for half an hour",
    ),
  confirmed: asOutput({ toman: z.number().int(), by: z.string(), at: Time })
    .nullable()
    .describe("The last rate that an operator wrote or confirmed"),
  held: asOutput({ toman: z.number().int(), at: Time })
    .nullable()
    .describe("A new rate outside `bandPercent` that waits for an operator; null without one"),
  trouble: z
    .enum(["silent", "unreadable", "apart", "far"])
    .nullable()
    .describe("Why the latest rates from the source were not accepted"),
  troubleSince: Time.nullable(),
  bandPercent: z.number().int(),
  automaticBy: z
    .string()
    .nullable()
    .describe("The owner who let prices follow the rate automatically; null when they do not"),
  products: z.number().int().describe("Number of products whose price follows this rate"),
  madeWith: asOutput({ toman: z.number().int(), at: Time, by: z.string().nullable() })
    .nullable()
    .describe("The rate by which the newest of these prices was computed"),
  hours: z
    .array(asOutput({ at: Time, toman: z.number().int() }))
    .describe("Rates of the last seven days, one for each six hours"),
  version: z.number().int().describe("Send it with a change; an outdated version is refused"),
});
export type Rate = z.infer<typeof Rate>;

const Version = z.number({ error: "نخست نرخ را ببینید." }).int();
const RateToman = AmountToman.pipe(
  z.number().max(RATE_MAX_TOMAN, { error: "نرخ را به تومان برای یک واحد ارز بنویسید." }),
);
const PER_DOLLAR = "بنویسید یک دلار چند واحد از این ارز است، مانند 3.6725.";
const PerDollar = z
  .string({ error: PER_DOLLAR })
  .max(TYPED_MAX, { error: PER_DOLLAR })
  .transform((value) => readDecimal(value) ?? "")
  .refine((value) => /^\d{1,6}(?:\.\d{1,6})?$/.test(value) && Number(value) > 0, {
    error: PER_DOLLAR,
  });

export const listRates = {
  method: "GET",
  path: "/rates",
  role: "viewer",
  area: "goods",
  trace: "list",
  summary: "List the exchange rates, their sources, and the rates used for the present prices",
  answer: z.object({
    rates: z.array(Rate),
    hasAddress: z
      .boolean()
      .describe("True when the shop's settings contain a URL from which rates are read"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

const Changed = Message.extend({ rate: Rate });

export const setRate = {
  method: "PUT",
  path: "/rates/:currency",
  role: "finance",
  area: "goods",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary: "Set the source of a rate, how far it may change automatically, and its present value",
  body: z.strictObject({
    source: Source,
    toman: RateToman.nullable()
      .default(null)
      .describe("Rate in toman for the source `hand`; null keeps the present one"),
    perDollar: PerDollar.nullable()
      .default(null)
      .describe("Units of the currency in one dollar, for the source `dollar`"),
    bandPercent: wholeNumber(1, 25, "باند عددی از ۱ تا ۲۵ درصد است.").default(5),
    isSure: z
      .boolean()
      .default(false)
      .describe("True: accept a rate that is far from the last one"),
    version: Version,
  }),
  answer: Changed,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
    rateRefusals.far,
    rateRefusals.stale,
    rateRefusals.noDollar,
    rateRefusals.noAddress,
  ],
} as const satisfies DeskEndpoint;

export const confirmRate = {
  method: "POST",
  path: "/rates/:currency/confirm",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Accept a rate that changed beyond its band; `toman` must be the rate that was shown",
  body: z.strictObject({ toman: RateToman }),
  answer: Changed,
  refusals: [refusals.invalid, refusals.notFound, rateRefusals.stale],
} as const satisfies DeskEndpoint;

export const letPricesFollow = {
  method: "PUT",
  path: "/rates/:currency/automatic",
  role: "owner",
  area: "goods",
  isPersonal: true,
  trace: "decision",
  summary: "Let prices follow a rate automatically within its band, or stop that",
  body: z.strictObject({ isAutomatic: z.boolean(), version: Version }),
  answer: Changed,
  refusals: [refusals.invalid, refusals.notFound, rateRefusals.stale],
} as const satisfies DeskEndpoint;
