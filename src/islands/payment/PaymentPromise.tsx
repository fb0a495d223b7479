import { useStore } from "@nanostores/react";
import { LockKeyhole } from "lucide-react";
import { toPersianDigits } from "../../../persian/digits.ts";
import { GATEWAY_NAMES } from "../../../persian/gateway.ts";
import { $gateway } from "../../stores/gateway.ts";

/** The contract's terms of a payment. Pages pass them in, because islands cannot import the contract. */
export interface PaymentTerms {
  gatewayMinToman: number;
  /** Hours until the money of a failed payment is back. */
  refundHours: number;
  /**
   * The most in toman that can be bought in a day without papers; 0 when papers are always needed.
   */
  withoutPapersToman: number;
}

/**
 * The text beside the button that pays: who takes the money, and what happens to it when something
 * fails.
 */
export function PaymentPromise({
  terms,
  isCardOnly = false,
}: {
  terms: PaymentTerms;
  isCardOnly?: boolean;
}) {
  const gateway = useStore($gateway);
  return (
    <p className="flex items-start gap-2 text-xs text-muted">
      <LockKeyhole size={16} aria-hidden="true" className="mt-0.5 text-firouzeh" />
      <span>{`پرداخت امن در درگاه ${GATEWAY_NAMES[gateway]}. پول پرداخت ناموفق تا ${toPersianDigits(terms.refundHours)} ساعت برمی‌گردد؛ کدی که تحویل نشود، پولش ${isCardOnly ? "تنها به همین کارت" : "به همان کارت یا کیف پول"} برمی‌گردد.`}</span>
    </p>
  );
}
