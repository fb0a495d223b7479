import { LockKeyhole } from "lucide-react";

/** Beside the button that pays: who takes the money, and what becomes of it when something fails. */
export function PaymentPromise({ isCardOnly = false }: { isCardOnly?: boolean }) {
  return (
    <p className="flex items-start gap-2 text-xs text-muted">
      <LockKeyhole size={16} aria-hidden="true" className="mt-0.5 text-firouzeh" />
      <span>
        پرداخت امن در درگاه زرین‌پال. پول پرداخت ناموفق تا ۷۲ ساعت برمی‌گردد؛ کدی که تحویل نشود،
        پولش {isCardOnly ? "تنها به همین کارت" : "به همان کارت یا کیف پول"} برمی‌گردد.
      </span>
    </p>
  );
}
