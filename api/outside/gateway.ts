/**
 * The interface to a payment gateway. Amounts are toman; only an adapter converts them, if its
 * provider counts in rial. A timeout is `unknown`, never a failure.
 */
export interface Gateway {
  /** The page of the shop to which shoppers return from the gateway. */
  returnPath: string;
  request(order: PaymentRequest): Promise<RequestOutcome>;
  verify(payment: {
    authority: string;
    amountToman: number;
    /** The shop's own id of the order or top-up; missing when the shop no longer knows it. */
    orderRef?: string;
  }): Promise<VerifyOutcome>;
  /**
   * Lists payments that the bank took and the shop has not verified yet; null when the provider did
   * not answer.
   */
  listUnverified(): Promise<{ authority: string; amountToman: number }[] | null>;
  /**
   * Returns part or all of a verified payment to the card that paid. Not idempotent: a repeated call
   * may pay twice.
   */
  refund(refund: RefundedPayment & RefundAmounts & { description: string }): Promise<RefundOutcome>;
  /**
   * Returns the progress of a payment's last refund. `ref` is the reference that `refund` returned.
   * Must not be called when an earlier refund of the payment has failed, because the gateway does
   * not say which refund failed.
   */
  askRefund(refund: { ref: string } & RefundAmounts): Promise<RefundProgress>;
  /**
   * Returns whether the gateway has made, or is making, a refund whose answer was lost. The gateway
   * finds the payment as in `refund`.
   */
  hasRefunded(refund: RefundedPayment & RefundAmounts): Promise<"yes" | "no" | "unknown">;
}

/** A verified payment. One gateway finds it by its reference and amount, another by its authority. */
interface RefundedPayment {
  authority: string;
  refId: string;
  paidToman: number;
}

export interface PaymentRequest {
  amountToman: number;
  orderRef: string;
  callbackUrl: string;
  description: string;
  /** Ten digits, without the leading zero. */
  phone: string;
  /** Sixteen digits: the gateway accepts only this card. */
  cardNumber: string;
}

export type RequestOutcome =
  | { kind: "accepted"; authority: string; url: string }
  | { kind: "refused"; reason: RefusalReason; providerCode: number }
  | { kind: "unknown" };

/**
 * - `amount`: the gateway accepts no payment of this amount.
 * - `busy`: it accepts no more payments for some minutes.
 * - `terminal`: it accepts no such payment until an operator has solved the problem with the
 *   provider.
 */
export type RefusalReason = "amount" | "busy" | "terminal";

interface RefundAmounts {
  /** The sum of earlier refunds of the same payment that reached the card. */
  earlierToman: number;
  amountToman: number;
}

export type RefundOutcome =
  | { kind: "accepted"; ref: string; isDone: boolean }
  | { kind: "refused" }
  /**
   * The provider rejected the caller before reading the request: nothing happened, so the request
   * may be repeated.
   */
  | { kind: "not_read" }
  | { kind: "unknown" };

export type RefundProgress = "pending" | "done" | "failed" | "unknown";

export type VerifyOutcome =
  | { kind: "verified" | "already_verified"; refId: string; cardMasked: string | null }
  | { kind: "not_paid" }
  | { kind: "amount_mismatch" }
  /** The provider does not know this authority, or it belongs to another merchant. */
  | { kind: "invalid" }
  | { kind: "unknown" };
