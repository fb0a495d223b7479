import { guardsOfAccount, tracesOfAccount } from "./account.ts";
import { guardsOfAlert } from "./alert.ts";
import { guardsOfBankCard } from "./bank-card.ts";
import { guardsOfBase, tracesOfBase } from "./base.ts";
import { guardsOfCart, tracesOfCart } from "./cart.ts";
import { guardsOfCatalogue } from "./catalogue.ts";
import { guardsOfCheckout } from "./checkout.ts";
import { guardsOfCode } from "./code.ts";
import { guardsOfDashboard } from "./dashboard.ts";
import { guardsOfDelivery } from "./delivery.ts";
import { guardsOfDiscountCode } from "./discount-code.ts";
import { guardsOfEarning } from "./earning.ts";
import { guardsOfFigures } from "./figures.ts";
import { guardsOfFourEyes, tracesOfFourEyes } from "./four-eyes.ts";
import { guardsOfFreeze, tracesOfFreeze } from "./freeze.ts";
import { guardsOfGift, tracesOfGift } from "./gift.ts";
import type { Guard, Traces } from "./guard.ts";
import { guardsOfIdentity } from "./identity.ts";
import { guardsOfImport } from "./import.ts";
import { guardsOfInquiry, tracesOfInquiry } from "./inquiry.ts";
import { guardsOfGiving } from "./giving.ts";
import { guardsOfLook } from "./look.ts";
import { guardsOfNameRequest, tracesOfNameRequest } from "./name-request.ts";
import { guardsOfOperator } from "./operator.ts";
import { guardsOfOrder } from "./order.ts";
import { guardsOfPayment } from "./payment.ts";
import { guardsOfPayout } from "./payout.ts";
import { guardsOfPersonalData } from "./personal-data.ts";
import { guardsOfPreparedAnswer } from "./prepared-answer.ts";
import { guardsOfQuestion, tracesOfQuestion } from "./question.ts";
import { guardsOfQueue } from "./queue.ts";
import { guardsOfRate } from "./rate.ts";
import { guardsOfRating } from "./rating.ts";
import { guardsOfRefund } from "./refund.ts";
import { guardsOfRestock, tracesOfRestock } from "./restock.ts";
import { guardsOfReview } from "./review.ts";
import { guardsOfSearch } from "./search.ts";
import { guardsOfShortNumber } from "./short-number.ts";
import { guardsOfSignIn } from "./sign-in.ts";
import { guardsOfStock } from "./stock.ts";
import { guardsOfSupply } from "./supply.ts";
import { guardsOfTicket } from "./ticket.ts";
import { guardsOfTransaction } from "./transaction.ts";
import { guardsOfUpload } from "./upload.ts";
import { guardsOfUser, tracesOfUser } from "./user.ts";
import { guardsOfWallet } from "./wallet.ts";
import { guardsOfWithdrawal } from "./withdrawal.ts";
import { guardsOfBuyingWithoutPapers } from "./without-papers.ts";

/** Every guard of the shop: in its tables, its batches and its statements. */
export const guards: Guard[] = [
  ...guardsOfAccount,
  ...guardsOfAlert,
  ...guardsOfBankCard,
  ...guardsOfBase,
  ...guardsOfCart,
  ...guardsOfCatalogue,
  ...guardsOfCheckout,
  ...guardsOfCode,
  ...guardsOfDashboard,
  ...guardsOfDelivery,
  ...guardsOfDiscountCode,
  ...guardsOfEarning,
  ...guardsOfFigures,
  ...guardsOfFourEyes,
  ...guardsOfFreeze,
  ...guardsOfGift,
  ...guardsOfIdentity,
  ...guardsOfImport,
  ...guardsOfInquiry,
  ...guardsOfGiving,
  ...guardsOfLook,
  ...guardsOfNameRequest,
  ...guardsOfOperator,
  ...guardsOfOrder,
  ...guardsOfPayment,
  ...guardsOfPayout,
  ...guardsOfPersonalData,
  ...guardsOfPreparedAnswer,
  ...guardsOfQuestion,
  ...guardsOfQueue,
  ...guardsOfRate,
  ...guardsOfRating,
  ...guardsOfRefund,
  ...guardsOfRestock,
  ...guardsOfReview,
  ...guardsOfSearch,
  ...guardsOfShortNumber,
  ...guardsOfSignIn,
  ...guardsOfStock,
  ...guardsOfSupply,
  ...guardsOfTicket,
  ...guardsOfTransaction,
  ...guardsOfUpload,
  ...guardsOfUser,
  ...guardsOfWallet,
  ...guardsOfWithdrawal,
  ...guardsOfBuyingWithoutPapers,
];

/** Rows for tables that `leaveTraces` would leave empty. */
export const traces: Traces[] = [
  tracesOfAccount,
  tracesOfBase,
  tracesOfCart,
  tracesOfFourEyes,
  tracesOfFreeze,
  tracesOfGift,
  tracesOfInquiry,
  tracesOfNameRequest,
  tracesOfQuestion,
  tracesOfRestock,
  tracesOfUser,
];
