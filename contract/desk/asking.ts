import { decideBankCard } from "./bank-card.ts";
import { replaceCode, revealCode } from "./code.ts";
import { makeDiscountCode } from "./discount-code.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { revokeBankCard, revokeIdentity } from "./freeze.ts";
import { addImport } from "./import.ts";
import { changeRole } from "./operator.ts";
import { makePayout } from "./payout.ts";
import { changePrice } from "./product.ts";
import { setRate } from "./rate.ts";
import { refundItem } from "./refund.ts";
import { exportBatch } from "./stock.ts";
import { forgetPerson } from "./user.ts";
import { decideWithdrawal } from "./withdrawal.ts";

/**
 * The call by which an operator proposes each action. The operator who proposes and the one who
 * confirms both need the area of that call. Section 10.12.
 */
export const PROPOSING_CALLS = {
  raise: changeRole,
  payout: decideWithdrawal,
  payout_file: makePayout,
  refund_opened: refundItem,
  verify_card: decideBankCard,
  forget: forgetPerson,
  revoke_card: revokeBankCard,
  revoke_identity: revokeIdentity,
  give_price: changePrice,
  give_rate: setRate,
  give_discount: makeDiscountCode,
  give_replacement: replaceCode,
  give_reveal: revealCode,
  give_export: exportBatch,
  give_cost: addImport,
} as const satisfies Record<string, DeskEndpoint>;
export type Action = keyof typeof PROPOSING_CALLS;

export const areaOfAction = (action: Action): DeskEndpoint["area"] => PROPOSING_CALLS[action].area;
