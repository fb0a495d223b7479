import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { takeSuccessfulPayment } from "../../stores/payment-verification.ts";
import { NotAllowed } from "./NotAllowed.tsx";
import { useOutcome } from "./use-outcome.ts";

export function PaymentSuccess() {
  const payment = useOutcome(takeSuccessfulPayment);
  if (payment === "none") return <NotAllowed />;
  if (!payment) {
    return (
      <Skeleton>
        <Bone className="h-64" />
      </Skeleton>
    );
  }
  return (
    <div className="flex flex-col items-center gap-4">
      <span className="rounded-full bg-firouzeh-wash p-4 text-firouzeh-strong">
        <CircleCheck size={30} aria-hidden="true" />
      </span>
      <h1 className="text-2xl">پرداخت با موفقیت انجام شد</h1>
      <dl className="flex w-full flex-col gap-3 rounded-card bg-paper p-4 text-sm">
        <Fact title="مبلغ">
          <Toman amount={payment.amount} className="font-bold" />
        </Fact>
        {payment.refId !== null && (
          <Fact title="شماره پیگیری">
            <bdi dir="ltr" className="tabular">
              {payment.refId}
            </bdi>
          </Fact>
        )}
        {payment.newBalance !== null && (
          <Fact title="موجودی کیف پول">
            <Toman amount={payment.newBalance} />
          </Fact>
        )}
      </dl>
      <a className="button" href="/dashboard">
        رفتن به داشبورد
      </a>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
