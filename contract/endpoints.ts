import * as auth from "./auth.ts";
import * as bankcard from "./bankcard.ts";
import * as cart from "./cart.ts";
import * as catalogue from "./catalogue.ts";
import type { Endpoint } from "./endpoint.ts";
import * as order from "./order.ts";
import * as payment from "./payment.ts";
import * as restock from "./restock.ts";
import * as search from "./search.ts";
import * as torob from "./torob.ts";
import * as upload from "./upload.ts";
import * as user from "./user.ts";
import * as wallet from "./wallet.ts";

/** Below this path lies everything the contract speaks of. */
export const BASE_PATH = "/api/v1";

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "answer" in value;
}

/** Every call there is. What is exported from a noun's file is listed; nothing is registered a second time. */
export const endpoints: readonly Endpoint[] = [
  auth,
  bankcard,
  cart,
  catalogue,
  order,
  payment,
  restock,
  search,
  torob,
  upload,
  user,
  wallet,
].flatMap((noun) => Object.values(noun).filter(isEndpoint));
