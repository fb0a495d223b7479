import { z } from "zod";

/** The rates that the two markets and the address answer: toman for one unit of a currency. */
export const Rates = z.object({
  nobitex: z.number().positive(),
  wallex: z.number().positive(),
  address: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
});
export type Rates = z.infer<typeof Rates>;

export const FIRST_RATES: Rates = {
  nobitex: 108_300,
  wallex: 108_100,
  address: { USD: 108_200, EUR: 125_400, GBP: 142_300, TRY: 2_570, AED: 29_460 },
};
