import * as auth from "./sign-in.ts";
import * as authorize from "./identity.ts";
import * as bankcard from "./bank-card.ts";
import * as cart from "./cart.ts";
import * as catalogue from "./catalogue.ts";
import * as dashboard from "./dashboard.ts";
import * as discountCode from "./discount-code.ts";
import { type Endpoint, isEndpoint } from "./endpoint.ts";
import * as order from "./order.ts";
import * as payment from "./payment.ts";
import * as rating from "./rating.ts";
import * as referral from "./referral.ts";
import * as restock from "./restock.ts";
import * as search from "./search.ts";
import * as ticket from "./ticket.ts";
import * as torob from "./torob.ts";
import * as transaction from "./transaction.ts";
import * as upload from "./upload.ts";
import * as user from "./user.ts";
import * as wallet from "./wallet.ts";
import * as withdrawal from "./withdrawal.ts";

/** Below this path lies everything the contract speaks of. */
export const BASE_PATH = "/api/v1";

/** Every call there is. What is exported from a noun's file is listed; nothing is registered a second time. */
export const endpoints: readonly Endpoint[] = [
  auth,
  authorize,
  bankcard,
  cart,
  catalogue,
  dashboard,
  discountCode,
  order,
  payment,
  rating,
  referral,
  restock,
  search,
  ticket,
  torob,
  transaction,
  upload,
  user,
  wallet,
  withdrawal,
].flatMap((noun) => Object.values(noun).filter(isEndpoint));
