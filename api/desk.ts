import { Hono } from "hono";
import { deskRefusals } from "../contract/desk/endpoint.ts";
import { deskEndpoints } from "../contract/desk/endpoints.ts";
import { deskIdentityRequests } from "./identity/desk.ts";
import { deskAlerts } from "./alert/desk.ts";
import { deskBankCards } from "./bank-card/desk.ts";
import { VERIFY_CARD } from "./bank-card/desk-statements.ts";
import { carryVerifiedCard } from "./bank-card/verify-other.ts";
import { isAboutThemselves, isByNobody } from "./base/batch.ts";
import { refuse } from "./base/context.ts";
import { type OperatorEnv, allow, onlyListedCalls, operator } from "./base/operator.ts";
import { deskCatalogue, deskCategories, deskSubcategories } from "./catalogue/desk.ts";
import { deskCatalogueFiles } from "./catalogue/desk-file.ts";
import { deskProducts } from "./catalogue/desk-products.ts";
import { deskClosings } from "./closing/desk.ts";
import { deskCodes } from "./code/desk.ts";
import { deskDeliveries, deskItems } from "./delivery/desk.ts";
import { deskDiscountCodes } from "./discount-code/desk.ts";
import { deskEarnings } from "./earning/desk.ts";
import { deskFigures } from "./figures/desk.ts";
import { deskFind } from "./find/desk.ts";
import { deskFreezes } from "./freeze/desk.ts";
import {
  REVOKE_CARD,
  REVOKE_IDENTITY,
  carryRevokedCard,
  carryRevokedIdentity,
} from "./freeze/revoke.ts";
import { carryGiving } from "./giving/give.ts";
import { deskImports } from "./import/desk.ts";
import { deskMending } from "./import/desk-mend.ts";
import { deskInquiries } from "./inquiry/desk.ts";
import { deskKeys } from "./key/desk.ts";
import { deskLooks } from "./look/desk.ts";
import { deskMessages } from "./message/desk.ts";
import { deskNameRequests } from "./name-request/desk.ts";
import { deskOrders } from "./order/desk.ts";
import { deskConsequences } from "./order/consequences.ts";
import { deskPayments } from "./payment/desk-check.ts";
import { deskFlow, deskStrayPayments } from "./payment/desk.ts";
import { deskPeople } from "./user/desk.ts";
import { FORGET, carryForgetting } from "./user/forgetting.ts";
import { deskPayouts } from "./payout/desk.ts";
import { payoutFile } from "./payout/settle.ts";
import { PAYOUT_FILE } from "./payout/statements.ts";
import { deskOpenapi } from "./openapi/routes.ts";
import { deskPictures } from "./picture/desk.ts";
import { deskHelpPictures } from "./picture/desk-help.ts";
import { deskPreparedAnswers } from "./prepared-answer/desk.ts";
import { deskQueue } from "./queue/desk.ts";
import { refuseOtherHand } from "./queue/other-hand.ts";
import { tellDecided } from "./queue/tell-decided.ts";
import { deskRates } from "./rate/desk.ts";
import { deskRefunds } from "./refund/desk.ts";
import { REFUND_OPENED } from "./refund/asked.ts";
import { refundOpened } from "./refund/opened.ts";
import { deskSupply } from "./supply/desk.ts";
import { deskSearches } from "./search/desk.ts";
import { deskBatches, deskStock } from "./stock/desk.ts";
import { deskTickets } from "./ticket/desk.ts";
import { deskImages, deskUploads } from "./upload/desk.ts";
import { PAYOUT } from "./withdrawal/paid-alone.ts";
import { deskWithdrawals } from "./withdrawal/desk.ts";
import { payout } from "./withdrawal/payout.ts";
import { deskReviews } from "./review/desk.ts";
import { deskDecisions } from "./decision/desk.ts";
import { deskOperators } from "./operator/desk.ts";
import { deskRoles } from "./operator/desk-role.ts";
import { deskMe } from "./operator/me.ts";
import { operatorEntries } from "./operator/entry.ts";
import { deskLinks, deskSession, deskSessions } from "./operator/session.ts";
import { deskPasskeyProofs, deskPasskeys } from "./passkey/desk.ts";
import { passkeyEntries } from "./passkey/entry.ts";
import { accessEntries } from "./access/entry.ts";
import { RAISE, raise } from "./operator/raise.ts";
import { deskTokens } from "./operator/tokens.ts";
import { indexAtOnce } from "./search/index-at-once.ts";
import { deskPrices } from "./price/desk.ts";
import { deskProposals } from "./proposal/desk.ts";

/**
 * The calls of operators, mounted noun by noun. They need an operator's token with the role and
 * the area that the contract names; a shopper's session does not count here. First come desk
 * images, whose signed address stands for the token, and the ways in, for those who have none yet.
 * `shop.ts` adds health, which knows the jobs.
 */
export const desk = new Hono<OperatorEnv>();

desk.route("/images", deskImages);
desk.route("/", operatorEntries);
desk.route("/passkey-entry", passkeyEntries);
desk.route("/access-entry", accessEntries);
desk.onError((error, c) => {
  if (isAboutThemselves(error)) return refuse(c, deskRefusals.ownThing);
  if (isByNobody(error)) return refuse(c, deskRefusals.unknownOperator);
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
desk.route("/imports", deskMending);
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
