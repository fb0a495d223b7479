import { listOperations } from "../endpoint.ts";
import * as access from "./access.ts";
import * as alert from "./alert.ts";
import * as bankCard from "./bank-card.ts";
import * as catalogue from "./catalogue.ts";
import * as catalogueFile from "./catalogue-file.ts";
import * as closing from "./closing.ts";
import * as closure from "./closure.ts";
import * as code from "./code.ts";
import * as consequences from "./consequences.ts";
import * as decision from "./decision.ts";
import * as delivery from "./delivery.ts";
import * as discountCode from "./discount-code.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import * as earning from "./earning.ts";
import * as figures from "./figures.ts";
import * as find from "./find.ts";
import * as freeze from "./freeze.ts";
import * as health from "./health.ts";
import * as identity from "./identity.ts";
import * as codeImport from "./import.ts";
import * as inquiry from "./inquiry.ts";
import * as key from "./key.ts";
import * as look from "./look.ts";
import * as message from "./message.ts";
import * as nameRequest from "./name-request.ts";
import * as openapi from "./openapi.ts";
import * as operator from "./operator.ts";
import * as order from "./order.ts";
import * as passkey from "./passkey.ts";
import * as payment from "./payment.ts";
import * as payout from "./payout.ts";
import * as picture from "./picture.ts";
import * as preparedAnswer from "./prepared-answer.ts";
import * as price from "./price.ts";
import * as product from "./product.ts";
import * as proposal from "./proposal.ts";
import * as queue from "./queue.ts";
import * as rate from "./rate.ts";
import * as refund from "./refund.ts";
import * as review from "./review.ts";
import * as search from "./search.ts";
import * as session from "./session.ts";
import * as stock from "./stock.ts";
import * as supply from "./supply.ts";
import * as ticket from "./ticket.ts";
import * as token from "./token.ts";
import * as upload from "./upload.ts";
import * as user from "./user.ts";
import * as withdrawal from "./withdrawal.ts";

/**
 * The calls of operators, below /desk/v1. Each request carries the operator's own bearer token;
 * shoppers' sessions are not accepted. Every decision is recorded with the operator's name. Section
 * 10.
 */
export const DESK_PATH = "/desk/v1";

/**
 * Every call of the desk with its name: all endpoints that these files export. A new call in one of
 * these files needs no registration.
 */
export const deskOperations = listOperations<DeskEndpoint>({
  access,
  alert,
  bankCard,
  catalogue,
  catalogueFile,
  closing,
  closure,
  code,
  codeImport,
  consequences,
  decision,
  delivery,
  discountCode,
  earning,
  figures,
  find,
  freeze,
  health,
  identity,
  inquiry,
  key,
  look,
  message,
  nameRequest,
  openapi,
  operator,
  order,
  passkey,
  payment,
  payout,
  picture,
  preparedAnswer,
  price,
  product,
  proposal,
  queue,
  rate,
  refund,
  review,
  search,
  session,
  stock,
  supply,
  ticket,
  token,
  upload,
  user,
  withdrawal,
});
export const deskEndpoints: readonly DeskEndpoint[] = deskOperations.map(
  ({ endpoint }) => endpoint,
);
