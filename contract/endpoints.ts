import * as accountEvent from "./account-event.ts";
import * as bankCard from "./bank-card.ts";
import * as cart from "./cart.ts";
import * as catalogue from "./catalogue.ts";
import * as closure from "./closure.ts";
import * as dashboard from "./dashboard.ts";
import * as discountCode from "./discount-code.ts";
import { type Endpoint, type Operation, listOperations } from "./endpoint.ts";
import * as gift from "./gift.ts";
import * as health from "./health.ts";
import * as identity from "./identity.ts";
import * as nameRequest from "./name-request.ts";
import * as order from "./order.ts";
import * as payment from "./payment.ts";
import * as picture from "./picture.ts";
import * as rating from "./rating.ts";
import * as referral from "./referral.ts";
import * as restock from "./restock.ts";
import * as search from "./search.ts";
import * as secondCode from "./second-code.ts";
import * as session from "./session.ts";
import * as signIn from "./sign-in.ts";
import * as ticket from "./ticket.ts";
import * as torob from "./torob.ts";
import * as transaction from "./transaction.ts";
import * as upload from "./upload.ts";
import * as user from "./user.ts";
import * as wallet from "./wallet.ts";
import * as withdrawal from "./withdrawal.ts";

/** The base path of all calls of the contract. */
export const BASE_PATH = "/api/v1";

const nouns = {
  accountEvent,
  bankCard,
  cart,
  catalogue,
  closure,
  dashboard,
  discountCode,
  gift,
  health,
  identity,
  nameRequest,
  order,
  payment,
  picture,
  rating,
  referral,
  restock,
  search,
  secondCode,
  session,
  signIn,
  ticket,
  torob,
  transaction,
  upload,
  user,
  wallet,
  withdrawal,
} as const;

/** Every call with its name and noun: all endpoints that the files of the listed nouns export. */
export const operations: readonly Operation<Endpoint>[] = listOperations(nouns);
export const endpoints: readonly Endpoint[] = operations.map(({ endpoint }) => endpoint);

type ValuesOf<Noun> = Noun extends unknown ? Noun[keyof Noun] : never;
type Filled<Path extends string> = Path extends `${infer Head}/:${string}/${infer Tail}`
  ? `${Head}/${string}/${Filled<Tail>}`
  : Path extends `${infer Head}/:${string}`
    ? `${Head}/${string}`
    : Path;
type NameOf<Call> = Call extends {
  method: infer Method extends string;
  path: infer Path extends string;
}
  ? `${Method} ${Filled<Path>}`
  : never;

/** A call as tests write it: «GET /orders» or «GET /orders/5b0f». */
export type CallName = NameOf<ValuesOf<(typeof nouns)[keyof typeof nouns]>>;
