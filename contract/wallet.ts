import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/** The wallet's balance. Section 3. */

export const getBalance = {
  method: "GET",
  path: "/wallets/balance",
  summary: "Get the balance of the wallet in toman, without the money held for open payments",
  access: "shopper",
  answer: z.object({ balance: z.number().int() }),
  refusals: [],
} as const satisfies Endpoint;
