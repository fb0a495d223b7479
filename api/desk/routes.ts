import { Hono } from "hono";
import { deskRefusals } from "../../contract/desk/endpoint.ts";
import { deskEndpoints } from "../../contract/desk/endpoints.ts";
import { deskIdentityRequests } from "./identity/routes.ts";
import { deskAlerts } from "./alert/routes.ts";
import { deskBankCards } from "./bank-card/routes.ts";
import { VERIFY_CARD } from "../people/bank-card/decide-statements.ts";
import { carryVerifiedCard } from "./bank-card/verify-other.ts";
import { isOwnDecision, isTokenEnded } from "../base/batch.ts";
import { refuse } from "../base/context.ts";
import { type OperatorEnv, allow, onlyListedCalls, operator } from "../base/operator.ts";
import { deskCatalogue, deskCategories, deskSubcategories } from "./catalogue/routes.ts";
import { deskCatalogueFiles } from "./catalogue/file.ts";
import { deskProducts } from "./catalogue/products.ts";
import { deskClosings } from "./closing/routes.ts";
import { deskClosure } from "./closure/routes.ts";
import { deskCodes } from "./code/routes.ts";
import { deskDeliveries, deskItems } from "./delivery/routes.ts";
import { deskDiscountCodes } from "./discount-code/routes.ts";
import { deskEarnings } from "./earning/routes.ts";
import { deskFigures } from "./figures/routes.ts";
import { deskFind } from "./find/routes.ts";
import { deskFreezes } from "./freeze/routes.ts";
import {
  REVOKE_CARD,
  REVOKE_IDENTITY,
  carryRevokedCard,
  carryRevokedIdentity,
} from "./freeze/revoke.ts";
import { carryGiving } from "./giving/give.ts";
import { deskImports } from "./import/routes.ts";
import { deskCorrections } from "./import/correct-lines.ts";
import { deskInquiries } from "./inquiry/routes.ts";
import { deskKeys } from "./key/routes.ts";
import { deskLooks } from "./look/routes.ts";
import { deskMessages } from "./message/routes.ts";
import { deskNameRequests } from "./name-request/routes.ts";
import { deskOrders } from "./order/routes.ts";
import { deskConsequences } from "./order/consequences.ts";
import { deskPayments } from "./payment/check.ts";
import { deskFlow, deskStrayPayments } from "./payment/routes.ts";
import { deskPeople } from "./user/routes.ts";
import { FORGET, carryForgetting } from "./user/forgetting.ts";
import { deskPayouts } from "./payout/routes.ts";
import { payoutFile } from "./payout/settle.ts";
import { PAYOUT_FILE } from "./payout/statements.ts";
import { deskOpenapi } from "../openapi/routes.ts";
import { deskPictures } from "./picture/routes.ts";
import { deskHelpPictures } from "./picture/help.ts";
import { deskPreparedAnswers } from "./prepared-answer/routes.ts";
import { deskQueue } from "./queue/routes.ts";
import { refuseOtherHand } from "./queue/other-hand.ts";
import { tellDecided } from "./queue/tell-decided.ts";
import { deskRates } from "./rate/routes.ts";
import { deskRefunds } from "./refund/routes.ts";
import { REFUND_OPENED } from "../buying/refund/open-proposal.ts";
import { refundOpened } from "./refund/opened.ts";
import { deskSupply } from "./supply/routes.ts";
import { deskSearches } from "./search/routes.ts";
import { deskBatches, deskStock } from "./stock/routes.ts";
import { deskTickets } from "./ticket/routes.ts";
import { deskImages, deskUploads } from "./upload/routes.ts";
import { PAYOUT } from "../money/withdrawal/paid-alone.ts";
import { deskWithdrawals } from "./withdrawal/routes.ts";
import { payout } from "./withdrawal/payout.ts";
import { deskReviews } from "./review/routes.ts";
import { deskDecisions } from "./decision/routes.ts";
import { deskOperators } from "./operator/routes.ts";
import { deskRoles } from "./operator/role.ts";
import { deskMe } from "./operator/me.ts";
import { operatorEntries } from "./operator/entry.ts";
import { deskLinks, deskSession, deskSessions } from "./operator/session.ts";
import { deskPasskeyProofs, deskPasskeys } from "./passkey/routes.ts";
import { passkeyEntries } from "./passkey/entry.ts";
import { accessEntries } from "./access/entry.ts";
import { RAISE, raise } from "./operator/raise.ts";
import { deskTokens } from "./operator/tokens.ts";
import { indexAtOnce } from "../goods/search/index-at-once.ts";
import { deskPrices } from "./price/routes.ts";
import { deskProposals } from "./proposal/routes.ts";

/**
 * The calls of operators, mounted noun by noun. They need an operator's token, with the role and
 * the area that the contract names; a shopper's session is not accepted. Images and the calls to
 * enter are mounted first, because they need no token: images have a signed address. `shop.ts` adds
 * the call that reads the health of the shop, because that call needs the jobs.
 */
export const desk = new Hono<OperatorEnv>();

desk.route("/images", deskImages);
desk.route("/", operatorEntries);
desk.route("/passkey-entry", passkeyEntries);
desk.route("/access-entry", accessEntries);
desk.onError((error, c) => {
  if (isOwnDecision(error)) return refuse(c, deskRefusals.ownThing);
  if (isTokenEnded(error)) return refuse(c, deskRefusals.unknownOperator);
  throw error;
});
desk.use(operator);
for (const call of deskEndpoints) desk.on(call.method, call.path, allow(call));
desk.use(onlyListedCalls);
desk.use(tellDecided, refuseOtherHand);
for (const goods of ["catalogue", "categories", "subcategories", "products"])
  desk.use(`/${goods}/*`, indexAtOnce);
desk.route("/queue", deskQueue);
desk.route("/authorizes", deskIdentityRequests);
desk.route("/bankcards", deskBankCards);
desk.route("/tickets", deskTickets);
desk.route("/withdrawals", deskWithdrawals);
desk.route("/deliveries", deskDeliveries);
desk.route("/orders", deskOrders);
desk.route("/order-items", deskItems);
desk.route("/order-items", deskRefunds);
desk.route("/order-items", deskConsequences);
desk.route("/payments", deskPayments);
desk.route("/find", deskFind);
desk.route("/looks", deskLooks);
desk.route("/catalogue", deskCatalogue);
desk.route("/catalogue", deskCatalogueFiles);
desk.route("/categories", deskCategories);
desk.route("/subcategories", deskSubcategories);
desk.route("/subcategories", deskPictures);
desk.route("/products", deskProducts);
desk.route("/products", deskHelpPictures);
desk.route("/discount-codes", deskDiscountCodes);
desk.route("/prepared-answers", deskPreparedAnswers);
desk.route("/codes", deskCodes);
desk.route("/stock", deskStock);
desk.route("/batches", deskBatches);
desk.route("/imports", deskImports);
desk.route("/imports", deskCorrections);
desk.route("/uploads", deskUploads);
desk.route("/keys", deskKeys);
desk.route("/people", deskPeople);
desk.route("/freezes", deskFreezes);
desk.route("/payments", deskFlow);
desk.route("/stray-payments", deskStrayPayments);
desk.route("/payouts", deskPayouts);
desk.route("/reviews", deskReviews);
desk.route("/supply", deskSupply);
desk.route("/searches", deskSearches);
desk.route("/messages", deskMessages);
desk.route("/name-requests", deskNameRequests);
desk.route("/earnings", deskEarnings);
desk.route("/me", deskMe);
desk.route("/passkeys", deskPasskeys);
desk.route("/passkey-proof", deskPasskeyProofs);
desk.route("/links", deskLinks);
desk.route("/session", deskSession);
desk.route("/sessions", deskSessions);
desk.route("/operators", deskOperators);
desk.route("/operators", deskRoles);
desk.route("/tokens", deskTokens);
desk.route("/decisions", deskDecisions);
desk.route("/", deskFigures);
desk.route("/closings", deskClosings);
desk.route("/closure", deskClosure);
desk.route("/rates", deskRates);
desk.route("/alerts", deskAlerts);
desk.route("/inquiries", deskInquiries);
desk.route("/prices", deskPrices);
desk.route(
  "/proposals",
  deskProposals({
    [RAISE]: raise,
    [PAYOUT]: payout,
    [PAYOUT_FILE]: payoutFile,
    [REFUND_OPENED]: refundOpened,
    [VERIFY_CARD]: carryVerifiedCard,
    [FORGET]: carryForgetting,
    [REVOKE_CARD]: carryRevokedCard,
    [REVOKE_IDENTITY]: carryRevokedIdentity,
    give_price: carryGiving,
    give_rate: carryGiving,
    give_discount: carryGiving,
    give_replacement: carryGiving,
    give_reveal: carryGiving,
    give_export: carryGiving,
    give_cost: carryGiving,
  }),
);
desk.route("/openapi.json", deskOpenapi);
