/**
 * What the shop asks of a payment gateway, whichever it is. Amounts are toman here and nowhere else converted:
 * the adapter alone knows whether its provider counts in rial. A time-out is `unknown`, never a failure.
 */
export interface Gateway {
  request(order: PaymentRequest): Promise<RequestOutcome>;
  verify(payment: { authority: string; amountToman: number }): Promise<VerifyOutcome>;
  /** Payments the bank took and the shop has not verified yet; null when the provider did not answer. */
  listUnverified(): Promise<{ authority: string; amountToman: number }[] | null>;
  /**
   * Gives part or all of a verified payment back to the card that paid; `refId` and `paidToman` say which. Asking twice may give it
   * back twice.
   */
  refund(refund: {
    refId: string;
    paidToman: number;
    amountToman: number;
    description: string;
  }): Promise<RefundOutcome>;
  /** How far the last refund of a payment is, by the reference it was accepted with. */
  askRefund(ref: string): Promise<RefundProgress>;
}

export interface PaymentRequest {
  amountToman: number;
  orderRef: string;
  callbackUrl: string;
  description: string;
  /** Ten digits, without the leading zero. */
  phone: string;
  /** Sixteen digits: the only card that may pay. */
  cardNumber: string;
}

export type RequestOutcome =
  | { kind: "accepted"; authority: string; url: string }
  | { kind: "refused"; providerCode: number }
  | { kind: "unknown" };

export type RefundOutcome =
  | { kind: "accepted"; ref: string; isDone: boolean }
  | { kind: "refused" }
  /** The provider turned the caller away before it looked at what was asked: nothing happened, and it may be asked again. */
  | { kind: "unheard" }
  | { kind: "unknown" };

export type RefundProgress = "pending" | "done" | "failed" | "unknown";

export type VerifyOutcome =
  | { kind: "verified" | "already_verified"; refId: string; cardMasked: string | null }
  | { kind: "not_paid" }
  | { kind: "amount_mismatch" }
  /** The provider does not know this authority, or it belongs to somebody else. */
  | { kind: "invalid" }
  | { kind: "unknown" };
