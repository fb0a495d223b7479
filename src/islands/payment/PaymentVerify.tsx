import { useStore } from "@nanostores/react";
import { Hourglass } from "lucide-react";
import { useEffect, useRef } from "react";
import { Spinner } from "../../parts/Spinner.tsx";
import { $verification, verifyPayment } from "../../stores/payment-verification.ts";

export function PaymentVerify() {
  const verification = useStore($verification);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    void verifyPayment(new URLSearchParams(location.search));
  }, []);
  if (verification === "unknown") return <Unknown />;
  return (
    <div role="status" className="flex flex-col items-center gap-4">
      <span className="text-firouzeh">
        <Spinner size={44} />
      </span>
      <p className="text-lg font-semibold">در حال بررسی نتیجهٔ پرداخت…</p>
      <p className="min-h-[3.6em] text-sm text-muted">
        {verification === "waiting"
          ? "بانک هنوز پاسخ نداده است. دوباره می‌پرسیم؛ لطفاً این صفحه را نبندید."
          : "لطفاً این صفحه را نبندید."}
      </p>
    </div>
  );
}

function Unknown() {
  return (
    <div role="alert" className="flex flex-col items-center gap-4">
      <span className="rounded-full bg-zaferan-wash p-4 text-zaferan-strong">
        <Hourglass size={30} aria-hidden="true" />
      </span>
      <p className="text-lg font-semibold">نتیجهٔ پرداخت هنوز از بانک نرسیده است.</p>
      <p className="text-sm text-muted">
        بررسی خودبه‌خود ادامه پیدا می‌کند و لازم نیست کاری انجام دهید. اگر پرداخت انجام شده باشد،
        نتیجه در سفارش‌ها یا کیف پول شما دیده می‌شود. لطفاً دوباره پرداخت نکنید.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <a className="button" href="/orders">
          سفارش‌های من
        </a>
        <button
          type="button"
          className="button-quiet"
          onClick={() => void verifyPayment(new URLSearchParams(location.search))}
        >
          بررسی دوباره
        </button>
      </div>
    </div>
  );
}
