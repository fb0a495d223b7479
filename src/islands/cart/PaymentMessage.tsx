import { useStore } from "@nanostores/react";
import { $payment } from "../../stores/payment.ts";

/** Shows the result of the last press of the button that pays. */
export function PaymentMessage() {
  const payment = useStore($payment);
  return (
    <div aria-live="assertive" className="empty:-mb-4">
      {payment.state === "redirecting" && <p className="notice">در حال انتقال به درگاه…</p>}
      {payment.state === "refused" && (
        <p className="notice notice-anar">
          <span>{`${payment.message} `}</span>
          {payment.needsIdentity && (
            <a className="link" href="/authentication?return=/cart#identity">
              رفتن به صفحهٔ احراز هویت
            </a>
          )}
        </p>
      )}
    </div>
  );
}
