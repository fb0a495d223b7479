import { CircleX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { toPersianDigits } from "../../../persian/digits.ts";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { type FailedPayment, takeFailedPayment } from "../../stores/payment-verification.ts";
import { NotAllowed } from "./NotAllowed.tsx";

interface PaymentFailedProps {
  refundHours: number;
  phone: string;
  email: string;
}

export function PaymentFailed({ refundHours, phone, email }: PaymentFailedProps) {
  const hasLooked = useRef(false);
  const [failure, setFailure] = useState<FailedPayment | "none" | null>(null);
  useEffect(() => {
    if (hasLooked.current) return;
    hasLooked.current = true;
    setFailure(takeFailedPayment() ?? "none");
  }, []);
  if (failure === "none") return <NotAllowed />;
  if (!failure) {
    return (
      <Skeleton>
        <Bone className="h-64" />
      </Skeleton>
    );
  }
  return (
    <div className="flex flex-col items-center gap-4">
      <span className="rounded-full bg-anar-wash p-4 text-anar">
        <CircleX size={30} aria-hidden="true" />
      </span>
      <h1 className="text-2xl">پرداخت ناموفق</h1>
      <p className="font-semibold">{failure.error}</p>
      {failure.details !== "" && <p className="text-sm text-muted">{failure.details}</p>}
      <p className="text-sm text-muted">
        اگر مبلغی از حساب شما کم شده باشد، تا {toPersianDigits(refundHours)} ساعت آینده بازگردانده می‌شود. در غیر این صورت با
        پشتیبانی تماس بگیرید:
      </p>
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm">
        <a className="link" href={`tel:${phone}`}>
          <bdi dir="ltr" className="tabular">
            {phone}
          </bdi>
        </a>
        <a className="link" href={`mailto:${email}`}>
          <bdi dir="ltr">{email}</bdi>
        </a>
      </p>
      <a className="button" href="/cart">
        بازگشت به سبد خرید
      </a>
    </div>
  );
}
