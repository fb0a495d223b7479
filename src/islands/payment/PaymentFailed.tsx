import { CircleX } from "lucide-react";
import { toPersianDigits } from "../../../persian/digits.ts";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { takeFailedPayment } from "../../stores/payment-verification.ts";
import { NotAllowed } from "./NotAllowed.tsx";
import { useOutcome } from "./use-outcome.ts";

export function PaymentFailed({ refundHours }: { refundHours: number }) {
  const failure = useOutcome(takeFailedPayment);
  if (failure === "none") return <NotAllowed hasCart />;
  if (!failure) {
    return (
      <Skeleton>
        <Bone className="h-64" />
      </Skeleton>
    );
  }
  const isTopup = failure.purpose === "wallet_topup";
  return (
    <div className="flex flex-col items-center gap-4">
      <span className="rounded-full bg-anar-wash p-4 text-anar">
        <CircleX size={30} aria-hidden="true" />
      </span>
      <h1 className="text-2xl">پرداخت ناموفق</h1>
      <p className="font-semibold">{failure.error}</p>
      {failure.details !== "" && <p className="text-sm text-muted">{failure.details}</p>}
      <p className="text-sm leading-7 text-muted">
        <span>{`اگر مبلغی از حساب شما کم شده باشد، تا ${toPersianDigits(refundHours)} ساعت آینده بازگردانده می‌شود. در غیر این صورت با `}</span>
        <a className="link" href="/tickets">
          پشتیبانی
        </a>
        <span>{` تماس بگیرید.`}</span>
      </p>
      <a className="button" href={isTopup ? "/wallet" : "/cart"}>
        {isTopup ? "بازگشت به کیف پول" : "بازگشت به سبد خرید"}
      </a>
    </div>
  );
}
