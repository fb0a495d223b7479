import { Hono } from "hono";
import { deskIdentityRequests } from "./identity/desk.ts";
import { deskBankCards } from "./bank-card/desk.ts";
import { deskCodes } from "./code/desk.ts";
import { deskDeliveries } from "./delivery/desk.ts";
import { deskEarnings } from "./earning/desk.ts";
import { deskHealth } from "./health/desk.ts";
import { deskKeys } from "./key/desk.ts";
import { deskMessages } from "./message/desk.ts";
import { deskNameRequests } from "./name-request/desk.ts";
import { deskStrayPayments } from "./payment/desk.ts";
import { deskPeople } from "./user/desk.ts";
import { deskOpenapi } from "./openapi/routes.ts";
import { deskRefunds } from "./refund/desk.ts";
import { deskSearches } from "./search/desk.ts";
import { deskTickets } from "./ticket/desk.ts";
import { deskImages, deskUploads } from "./upload/desk.ts";
import { deskWithdrawals } from "./withdrawal/desk.ts";
import { deskReviews } from "./review/desk.ts";
import { type OperatorEnv, operator } from "./base/operator.ts";

/**
 * The calls of operators, mounted noun by noun. They need an operator's token; a shopper's session
 * does not count here. Desk images come first, because their signed address stands for the token.
 */
export const desk = new Hono<OperatorEnv>();

desk.route("/images", deskImages);
desk.use(operator);
desk.route("/authorizes", deskIdentityRequests);
desk.route("/bankcards", deskBankCards);
desk.route("/tickets", deskTickets);
desk.route("/withdrawals", deskWithdrawals);
desk.route("/deliveries", deskDeliveries);
desk.route("/order-items", deskRefunds);
desk.route("/codes", deskCodes);
desk.route("/uploads", deskUploads);
desk.route("/keys", deskKeys);
desk.route("/people", deskPeople);
desk.route("/stray-payments", deskStrayPayments);
desk.route("/reviews", deskReviews);
desk.route("/searches", deskSearches);
desk.route("/messages", deskMessages);
desk.route("/name-requests", deskNameRequests);
desk.route("/earnings", deskEarnings);
desk.route("/health", deskHealth);
desk.route("/openapi.json", deskOpenapi);
